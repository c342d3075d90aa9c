import { type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/schema'

/** Whether a stored, linked or typed value conforms to a schema of the contract. */
export const conforms = <S extends TSchema>(schema: S, value: unknown): value is Static<S> =>
  Check(schema, value)
