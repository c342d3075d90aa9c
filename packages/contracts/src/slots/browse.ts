import { Type } from 'typebox'
import { Guide } from '../catalog/guide-endpoints'
import { Id } from '../shapes'
import { slot, SubjectName } from './slot'

/** The search field in the header. */
export const searchFieldSlot = slot(['browse', 'search-field', 1], Type.Object({}))

/** A guide as its readers see it. */
export const guideSlot = slot(['browse', 'guide', 1], Type.Object({ guide: Type.Omit(Guide, ['slug']) }))

/** The round button on the picture of an apartment's card that chooses it for a comparison. Its parent is positioned. */
export const compareToggleSlot = slot(
  ['browse', 'compare-toggle', 1],
  Type.Object({ id: Id, name: SubjectName }),
)

/** The places that are chosen for a comparison, shown while browsing; empty on the page of the comparison. */
export const compareTraySlot = slot(['browse', 'compare-tray', 1], Type.Object({}))
