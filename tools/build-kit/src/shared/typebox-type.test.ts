import { Type as Whole } from 'typebox'
import * as Part from './typebox-type.mjs'

/** A schema in both ways: by typebox, and by the part of it that the shell provides. */
const cases = {
  'a record': (Type: typeof Whole) => Type.Record(Type.String(), Type.Number()),
  'a record by a pattern': (Type: typeof Whole) =>
    Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.Number(), { additionalProperties: false }),
  'a partial object': (Type: typeof Whole) => Type.Partial(shape(Type)),
  'some properties': (Type: typeof Whole) => Type.Pick(shape(Type), ['a', 'b']),
  'all but some properties': (Type: typeof Whole) =>
    Type.Omit(shape(Type), Type.Union([Type.Literal('a'), Type.Literal('b')])),
}

const shape = (Type: typeof Whole) =>
  Type.Object({ a: Type.String(), b: Type.Optional(Type.Number()), c: Type.Boolean() })

describe('the types that the shell provides instead of those of typebox', () => {
  it.each(Object.entries(cases))('describe %s alike', (_name, schema) => {
    expect(JSON.stringify(schema(Part as unknown as typeof Whole))).toBe(JSON.stringify(schema(Whole)))
  })

  it('refuse keys of records that are not strings', () => {
    expect(() => Part.Record(Whole.Number(), Whole.Number())).toThrow('only strings')
  })
})
