import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint'
import { Id, NoContent, Timestamp } from '../shapes'
import { AlertMail, AlertSeason, SavedSearch } from './alert-endpoints'
import { ContactQuestion, PendingBuilding } from './contact-endpoints'
import { User } from './endpoints'
import { MyPlace } from './place-endpoints'

const SavedItem = Type.Object({ id: Id, savedAt: Timestamp })

/** A list: the parts that all members see, and the user's own opinions. */
const ListOfAccount = Type.Object({
  name: Type.String(),
  memberName: Type.String(),
  showsMinutes: Type.Boolean(),
  places: Type.Array(
    Type.Object({
      id: Id,
      note: Type.String(),
      vote: Type.Optional(Type.String()),
      comment: Type.Optional(Type.String()),
    }),
  ),
})

/** All data of a user in svc-users. */
export const AccountExport = Type.Object({
  exportedAt: Timestamp,
  user: User,
  createdAt: Timestamp,
  signedInAt: Timestamp,
  sessions: Type.Array(Type.Object({ startedAt: Timestamp, refreshedAt: Timestamp, expiresAt: Timestamp })),
  savedApartments: Type.Array(SavedItem),
  savedLandlords: Type.Array(SavedItem),
  savedSearches: Type.Optional(Type.Array(Type.Pick(SavedSearch, ['name', 'address', 'savedAt']))),
  alerts: Type.Optional(
    Type.Array(
      Type.Object({
        search: Type.Optional(Type.String()),
        season: Type.Optional(AlertSeason),
        placeIds: Type.Array(Id),
        at: Timestamp,
      }),
    ),
  ),
  alertMail: Type.Optional(AlertMail),
  places: Type.Optional(Type.Array(MyPlace)),
  lists: Type.Optional(Type.Array(ListOfAccount)),
  contactQuestions: Type.Array(ContactQuestion),
  pendingBuildings: Type.Array(PendingBuilding),
})
export type AccountExport = Static<typeof AccountExport>

export const exportAccount = endpoint('GET /api/account/export', {
  summary: 'Everything of mine but my reviews and likes, which getUserReviews and getLikedReviews answer.',
  access: 'signed-in',
  reply: AccountExport,
})

export const REVIEWS_AFTER_DELETION = ['anonymise', 'remove'] as const
export const ReviewsAfterDeletion = Type.Enum([...REVIEWS_AFTER_DELETION])
export type ReviewsAfterDeletion = Static<typeof ReviewsAfterDeletion>

export const deleteAccount = endpoint('POST /api/account/delete', {
  touches: ['svc-reviews', 'svc-catalog'],
  summary:
    'Deletes my account and everything I saved and sent; my reviews stay without an author, or go too.',
  access: 'signed-in',
  status: 204,
  body: Type.Object({ reviews: ReviewsAfterDeletion }),
  reply: NoContent,
})
