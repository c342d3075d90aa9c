import {
  type BodyOf,
  type Decline,
  type ListVote,
  type MyPlace,
  type ReviewForm,
  type ReviewStatus,
  type Role,
  type saveSearch,
} from '@offquad/contracts'
import activity from '../data/activity.yaml'

export type Author = 'maya' | 'theo' | 'priya'

interface Activity {
  reviews: {
    id: string
    by: Author
    aptId: string
    landlordId: string
    hoursAgo: number
    status: ReviewStatus
    overallRating: number
    detailedRatings: { location: number; maintenance: number; safety: number; conditions: number }
    bedrooms: number
    price: number
    numPhotos?: number
    reviewText: string
    decline?: Decline
  }[]
  reports: { reviewId: string; by: Author; reason: string }[]
  laterDeclines: ({ reviewId: string } & Decline)[]
  landlordEdit: { id: string; contact: string }
  questions: { by: Author; msg: string; isAnswered?: boolean }[]
  submissions: {
    by: Author
    name: string
    address: string
    numPhotos: number
    /** Waits until the apartment is added. */
    review?: Omit<ReviewForm, 'aptId' | 'landlordId' | 'photos'>
  }[]
  people: { name: string; role: Role }[]
  mayasBookmarks: { apartments: string[]; landlords: string[] }
  mayasLikes: string[]
  mayasSearch: BodyOf<typeof saveSearch>
  mayasPlaces: MyPlace[]
  theosPlaces: MyPlace[]
  /** The first member is its owner. */
  sharedList: {
    name: string
    members: { by: Author; name: string }[]
    places: {
      aptId: string
      note: string
      opinions: { by: Author; vote: ListVote; comment?: string }[]
    }[]
  }
}

/** The demo accounts' texts and actions, and an administrator's decisions about them. */
export const ACTIVITY = activity as Activity
