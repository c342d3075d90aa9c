import { type Static, type TSchema, Type } from 'typebox'

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

export const slot = <P extends TSchema>(
  [remote, name, version]: [string, string, number],
  props: P,
): SlotContract<P> => ({ remote, name, version, props })

/** Name of a slot in descriptors and the registry: 'reviews/apartment-reviews@1'. */
export const slotId = ({ remote, name, version }: Omit<SlotContract, 'props'>): string =>
  `${remote}/${name}@${version}`

export const SubjectName = Type.String({ description: 'Of the apartment or landlord, for display' })
