import type { Collation } from '../values/collation'
import type { Document } from '../values/value'

/** A compiled stage or pipeline; it may keep the documents but never changes them. */
export type Stage = (documents: Document[]) => Document[]

/** The documents of another collection of the same database that pass a filter. */
export type FindInCollection = (collection: string, filter: Document) => Document[]

export interface StageContext {
  find: FindInCollection
  collation: Collation | undefined
}
