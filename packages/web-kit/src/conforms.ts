import { type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/schema'

/** Whether something that was stored, linked or typed is what a schema of the contract says. */
export const conforms = <S extends TSchema>(schema: S, value: unknown): value is Static<S> =>
  Check(schema, value)
