import { type MyPlace } from '@offquad/contracts'

/** A place that is about to be added. */
export type NewPlace = Omit<MyPlace, 'id' | 'mode'>
