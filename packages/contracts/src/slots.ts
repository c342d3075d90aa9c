import { type Static, type TSchema, Type } from 'typebox'
import { Guide } from './catalog/guide-endpoints'
import { Review } from './reviews/review'
import { Id, Nullable } from './shapes'
import { SearchCriteria } from './users/alert-endpoints'

/** A component of one remote that other apps render on their pages, by name. */
export interface SlotContract<Props extends TSchema = TSchema> {
  /** The remote that provides it. */
  remote: string
  name: string
  /**
   * A new version is a new slot. Raise it when the component requires new props or a prop changes its meaning. The remote
   * provides both until no app uses the old version.
   */
  version: number
  /** Plain data, because separately built apps pass it. */
  props: Props
}
export type SlotPropsOf<S> = S extends SlotContract<infer P> ? Static<P> : never

const slot = <P extends TSchema>(
  [remote, name, version]: [string, string, number],
  props: P,
): SlotContract<P> => ({ remote, name, version, props })

/** Name of a slot in descriptors and the registry: 'reviews/apartment-reviews@1'. */
export const slotId = ({ remote, name, version }: Omit<SlotContract, 'props'>): string =>
  `${remote}/${name}@${version}`

const name = Type.String({ description: 'Of the apartment or landlord, for display' })

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
    aptId: Type.Union([Id, Type.Null()], { description: 'null: the review is about the landlord' }),
    landlordId: Nullable(Id),
    name,
  }),
)

/** Like `leaveReviewSlot`, for an apartment that the user has just suggested; `suggestionId` identifies the submission. */
export const reviewSuggestionSlot = slot(
  ['reviews', 'review-suggestion', 1],
  Type.Object({ suggestionId: Id, name }),
)

/** A list of reviews that the page has fetched. */
export const reviewListSlot = slot(
  ['reviews', 'review-list', 1],
  Type.Object({ reviews: Type.Array(Review) }),
)

/** The button that bookmarks an apartment or a landlord. */
export const saveToggleSlot = slot(
  ['account', 'save-toggle', 1],
  Type.Object({
    kind: Type.Enum(['apartment', 'landlord']),
    id: Id,
    name,
    isOnPicture: Type.Optional(
      Type.Boolean({
        description: 'Whether it is a round button on the picture of a card, whose parent is positioned',
      }),
    ),
  }),
)

/** The button that saves a search, to get alerts about matching listings. */
export const saveSearchSlot = slot(
  ['account', 'save-search', 1],
  Type.Object({
    name: Type.String({ description: 'Its filters in words' }),
    address: Type.String({ description: 'The query of its page' }),
    criteria: SearchCriteria,
  }),
)

/** The link to the alerts in the header, with the number of new ones. */
export const alertBellSlot = slot(['account', 'alert-bell', 1], Type.Object({}))

/** The contact dialog, mounted while it is open. */
export const contactSlot = slot(
  ['account', 'contact', 1],
  Type.Object({
    view: Type.Enum(['choice', 'apartment', 'question']),
    apartmentName: Type.Optional(Type.String({ description: 'The apartment that could not be found' })),
  }),
)

/** The search field in the header. */
export const searchFieldSlot = slot(['browse', 'search-field', 1], Type.Object({}))

/** A guide as its readers see it. */
export const guideSlot = slot(['browse', 'guide', 1], Type.Object({ guide: Type.Omit(Guide, ['slug']) }))

/** The round button on the picture of an apartment's card that chooses it for a comparison. Its parent is positioned. */
export const compareToggleSlot = slot(['browse', 'compare-toggle', 1], Type.Object({ id: Id, name }))

/** The places that are chosen for a comparison, shown while browsing; empty on the page of the comparison. */
export const compareTraySlot = slot(['browse', 'compare-tray', 1], Type.Object({}))
