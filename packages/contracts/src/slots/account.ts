import { Type } from 'typebox'
import { Id } from '../shapes'
import { SearchCriteria } from '../users/alert-endpoints'
import { slot, SubjectName } from './slot'

/** The button that bookmarks an apartment or a landlord. */
export const saveToggleSlot = slot(
  ['account', 'save-toggle', 1],
  Type.Object({
    kind: Type.Enum(['apartment', 'landlord']),
    id: Id,
    name: SubjectName,
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
