import { type Decline, type ReviewStatus } from '@offquad/contracts'
import { type ApartmentRow } from './listings'
import { type ReviewRow } from './reviews'

/** Who wrote what administrators have to deal with: ids of accounts, and pictures each of them uploaded. */
export interface DemoAuthors {
  maya: DemoAuthor
  theo: DemoAuthor
  priya: DemoAuthor
}

export interface DemoAuthor {
  userId: string
  photos: string[]
}

type Stars = [overall: number, location: number, maintenance: number, safety: number, conditions: number]

interface WrittenReview {
  by: keyof DemoAuthors
  status: ReviewStatus
  hoursAgo: number
  stars: Stars
  text: string
  numPhotos?: number
  decline?: Decline
  /** An administrator declines it once it is loaded, so that the log of decisions has something to show. */
  isDeclinedLater?: boolean
  /** Who else reported it, and why. */
  reports?: { by: keyof DemoAuthors; reason: string }[]
}

const DUPLICATE =
  'Great location and the staff at the front desk was always helpful, I would totally live here again next year.'

const WRITTEN: readonly WrittenReview[] = [
  review('maya', 'APPROVED', 24 * 190, [5, 5, 4, 5, 4], {
    text: 'My first place off campus, and it spoiled me. The kitchen gets the morning sun, the family downstairs took in my packages, and when the freezer iced over it was swapped the next day. The only thing to know: the hot water needs half a minute.',
    numPhotos: 2,
  }),
  review('maya', 'APPROVED', 24 * 610, [3, 4, 2, 4, 3], {
    text: 'A summer sublet. Close to the trails and safe, but the shower leaked into the hall for most of July before anyone came to look at it.',
  }),
  review('maya', 'PENDING', 5, [4, 3, 5, 4, 4], {
    text: 'Second year here. It is a real walk up the hill with groceries, but the super is the kindest person in town: he fixed our window on Thanksgiving and would not take a coffee for it.',
    numPhotos: 3,
  }),
  review('maya', 'REPORTED', 24 * 75, [1, 3, 1, 2, 1], {
    text: 'They kept our whole deposit for a stove that was rusty in the move-in photos. Ask for the inspection report in writing, and send your own pictures the same day.',
    reports: [
      { by: 'theo', reason: 'We repainted that kitchen in May. This cannot be our building.' },
      { by: 'priya', reason: '' },
    ],
  }),
  review('maya', 'DECLINED', 24 * 20, [2, 3, 1, 3, 2], {
    text: 'Do not sign before you have talked to Kevin Marsh in unit 3, his number is 607-555-0142 and he will tell you everything about the flooded basement.',
    decline: {
      reason: 'contact-details',
      note: 'The part about the basement is exactly what others need to know. Please keep that.',
    },
  }),
  review('maya', 'DELETED', 24 * 300, [3, 3, 3, 3, 3], {
    text: 'I wrote this one for the wrong building, sorry. Will write it again for the right one.',
  }),
  review('theo', 'PENDING', 2, [4, 5, 4, 4, 3], {
    text: 'Ten minutes to Engineering and the rent is honest for what it is. The radiator knocks like a ghost around six, which replaced my alarm clock.',
    numPhotos: 1,
  }),
  review('theo', 'PENDING', 9, [5, 5, 5, 5, 5], {
    text: DUPLICATE,
  }),
  review('theo', 'PENDING', 10, [5, 5, 5, 5, 5], {
    text: 'great location and the staff at the front desk was always helpful! I would totally live here again next year',
  }),
  review('theo', 'PENDING', 11, [5, 5, 5, 5, 4], {
    text: 'Best management company in town, they answer everything and the units are gorgeous. Write to leasing@copperleaf.example and mention this review.',
  }),
  review('priya', 'PENDING', 26, [1, 2, 1, 3, 1], {
    text: 'What a sh1tty winter. The heat was out for nine days, the office told us to buy a space heater, and then they billed us for the electricity it used.',
  }),
  review('priya', 'PENDING', 30, [2, 4, 1, 3, 2], {
    text: 'The manager, Mr. Hollis Grant, walked in twice without knocking. The second time I was asleep. Other than that the place is bright and close to the bakery, which almost made up for it.',
  }),
  review('priya', 'PENDING', 50, [4, 4, 4, 5, 4], {
    text: 'Moved in during a storm and three neighbors carried boxes with me. The bedrooms are small, the porch is not, and the street is so quiet that you can hear the creek when it rains.',
    numPhotos: 2,
  }),
  review('theo', 'REPORTED', 24 * 12, [5, 5, 5, 5, 5], {
    text: 'Perfect in every way, nothing to complain about, the nicest owners ever. Everyone who writes something bad here simply did not clean their kitchen.',
    reports: [{ by: 'maya', reason: 'The landlord wrote this. The same sentence is on three other sites.' }],
  }),
  review('priya', 'REPORTED', 24 * 33, [2, 4, 2, 1, 2], {
    text: 'The guy in the basement unit deals out of his window and everybody knows it, including the landlord, who is his uncle.',
    numPhotos: 1,
    reports: [{ by: 'theo', reason: 'It accuses a neighbor of a crime.' }],
  }),
  review('theo', 'DECLINED', 24 * 9, [1, 1, 1, 1, 1], {
    text: 'Bad bad bad bad bad bad bad bad.',
    decline: { reason: 'too-little' },
    isDeclinedLater: true,
  }),
  review('priya', 'DECLINED', 24 * 41, [3, 4, 3, 3, 3], {
    text: 'This is not about the apartment, but does anyone have a couch to sell? Mine did not fit through the door.',
    decline: { reason: 'not-about-home', note: 'The board in the student union is the place for that.' },
    isDeclinedLater: true,
  }),
]

function review(
  by: keyof DemoAuthors,
  status: ReviewStatus,
  hoursAgo: number,
  stars: Stars,
  rest: Omit<WrittenReview, 'by' | 'status' | 'hoursAgo' | 'stars'>,
): WrittenReview {
  return { by, status, hoursAgo, stars, ...rest }
}

/** Reviews of the demo accounts in every status, so that each list of the site has something to show. */
export function moderationRows(apartments: ApartmentRow[], authors: DemoAuthors, today: Date): ReviewRow[] {
  const reviewable = apartments.filter(({ landlordId }) => landlordId !== '')
  return WRITTEN.map(
    ({ by, status, hoursAgo, stars, text, decline, isDeclinedLater, numPhotos = 0 }, index) => {
      const apartment = reviewable[(index * 7 + 3) % reviewable.length]
      if (!apartment) throw new RangeError('no apartment has a landlord')
      const [overall, location, maintenance, safety, conditions] = stars
      const { userId, photos } = authors[by]
      return {
        id: idOf(index),
        aptId: apartment.id,
        landlordId: apartment.landlordId,
        userId,
        date: new Date(today.getTime() - hoursAgo * 3_600_000).toISOString(),
        ...(isDeclinedLater ? { status: 'PENDING' as const } : { status, ...(decline && { decline }) }),
        overallRating: overall,
        detailedRatings: { location, maintenance, safety, conditions },
        bedrooms: Math.max(1, apartment.numBeds),
        price: 1 + (index % 6),
        photos: photos.slice(0, numPhotos),
        likes: 0,
        reviewText: text,
      }
    },
  )
}

/** Reports of these reviews, which an import file cannot hold. */
export const reportsOfReviews = () =>
  WRITTEN.flatMap(({ reports = [] }, index) =>
    reports.map(({ by, reason }) => ({ reviewId: idOf(index), by, reason })),
  )

/** What an administrator declines once these reviews are loaded. */
export const declinedLater = () =>
  WRITTEN.flatMap(({ isDeclinedLater, decline }, index) =>
    isDeclinedLater && decline ? [{ reviewId: idOf(index), decline }] : [],
  )

/** What an administrator changes by hand once it is loaded. */
export const LANDLORD_EDIT = { id: 'demo-landlord-4', contact: 'office@saltbox.example' }

const idOf = (index: number): string => `demo-written-${index + 1}`

interface DemoQuestion {
  by: keyof DemoAuthors
  name: string
  msg: string
  isAnswered?: boolean
}

export const QUESTIONS: readonly DemoQuestion[] = [
  {
    by: 'maya',
    name: 'Maya Lindqvist',
    msg: 'Is there a way to see which buildings allow a cat? I could only find it by reading every review.',
  },
  {
    by: 'theo',
    name: 'Theo Okafor',
    msg: 'I moved out of a place that is listed under the wrong landlord since the company was sold in June. Who can change that, and do you need something in writing from the new owner?',
  },
  {
    by: 'priya',
    name: 'Priya Raman',
    msg: 'My review has been pending since Monday. Did I do something wrong?',
  },
  {
    by: 'theo',
    name: 'Theo Okafor',
    msg: 'Can I change the number of bedrooms in a review that is approved already?',
    isAnswered: true,
  },
]

export const SUBMISSIONS: readonly {
  by: keyof DemoAuthors
  name: string
  address: string
  numPhotos: number
}[] = [
  { by: 'maya', name: 'Tinker Mill Flats', address: '18 Saltbox Lane, Apartment 2', numPhotos: 2 },
  { by: 'theo', name: 'The yellow house behind the bakery', address: '', numPhotos: 0 },
  {
    by: 'priya',
    name: 'Pennywhistle and Larkspur Graduate Residences at the Old Brickworks',
    address: '230 Pennywhistle Terrace',
    numPhotos: 1,
  },
]
