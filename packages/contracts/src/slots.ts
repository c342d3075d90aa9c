import { type Static, type TSchema, Type } from 'typebox'
import { Review } from './reviews/review'
import { Id, Nullable } from './shapes'

/** A component of one remote that other apps place on their pages, by name. */
export interface SlotContract<Props extends TSchema = TSchema> {
  /** Who provides it. */
  remote: string
  name: string
  /**
   * Another number is another slot: it grows when its component needs what it did not need before, or takes something
   * else for the same. Until nobody uses the old one, its remote provides both.
   */
  version: number
  /** Plain data: it crosses the border between teams. */
  props: Props
}
export type SlotPropsOf<S> = S extends SlotContract<infer P> ? Static<P> : never

const slot = <P extends TSchema>(
  [remote, name, version]: [string, string, number],
  props: P,
): SlotContract<P> => ({ remote, name, version, props })

/** As descriptors and the registry name it: 'reviews/apartment-reviews@1'. */
export const slotId = ({ remote, name, version }: Omit<SlotContract, 'props'>): string =>
  `${remote}/${name}@${version}`

const name = Type.String({ description: 'Of the place, for people' })

export const apartmentReviewsSlot = slot(
  ['reviews', 'apartment-reviews', 1],
  Type.Object({ aptId: Id, landlordId: Nullable(Id), name }),
)

export const landlordReviewsSlot = slot(
  ['reviews', 'landlord-reviews', 1],
  Type.Object({ landlordId: Id, name }),
)

/** The button that opens the form of a review. */
export const leaveReviewSlot = slot(
  ['reviews', 'leave-review', 1],
  Type.Object({
    aptId: Type.Union([Id, Type.Null()], { description: 'null: the landlord as such is reviewed' }),
    landlordId: Nullable(Id),
    name,
  }),
)

/** Reviews somebody else has found, as they read everywhere. */
export const reviewListSlot = slot(
  ['reviews', 'review-list', 1],
  Type.Object({ reviews: Type.Array(Review) }),
)

/** The button that bookmarks a place. */
export const saveToggleSlot = slot(
  ['account', 'save-toggle', 1],
  Type.Object({ kind: Type.Enum(['apartment', 'landlord']), id: Id, name }),
)

/** The dialog in which people write to the team; it is there while it is open. */
export const contactSlot = slot(
  ['account', 'contact', 1],
  Type.Object({
    view: Type.Enum(['choice', 'apartment', 'question']),
    apartmentName: Type.Optional(Type.String({ description: 'The apartment that could not be found' })),
  }),
)

/** Every slot there is, under the name of its export. */
export const SLOTS: Readonly<Record<string, SlotContract>> = {
  apartmentReviewsSlot,
  landlordReviewsSlot,
  leaveReviewSlot,
  reviewListSlot,
  saveToggleSlot,
  contactSlot,
}
