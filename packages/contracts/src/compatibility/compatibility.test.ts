import { type JsonSchema, apiMisfits, schemaMisfits } from '.'

const TEXT: JsonSchema = { type: 'string' }
const NUMBER: JsonSchema = { type: 'number' }
const atLeast = (minimum: number): JsonSchema => ({ ...NUMBER, minimum })
const like = (pattern: string): JsonSchema => ({ ...TEXT, pattern })
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const recordOf = (value: JsonSchema): JsonSchema => ({ type: 'object', patternProperties: { '^.*$': value } })
const object = (properties: Record<string, JsonSchema>, required: string[] = [], more: JsonSchema = {}) => ({
  ...{ type: 'object', properties, required },
  ...more,
})

describe('a value of one schema', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['the same', object({ a: TEXT }, ['a']), object({ a: TEXT }, ['a'])],
    ['one member more', object({ a: TEXT, b: TEXT }), object({ a: TEXT })],
    ['a member that need not be there', object({ a: TEXT }), object({ a: TEXT, b: TEXT })],
    ['one of fewer words', { enum: ['a'] }, { enum: ['a', 'b'] }],
    ['a word, where any text will do', { enum: ['a'] }, TEXT],
    ['a whole number', { type: 'integer', minimum: 1 }, { type: 'number', minimum: 0 }],
    ['never null', TEXT, { ...TEXT, nullable: true }],
    ['null in another notation', { anyOf: [TEXT, { type: 'null' }] }, { ...TEXT, nullable: true }],
    [
      'a narrower list',
      { type: 'array', items: TEXT, maxItems: 3 },
      { type: 'array', items: {}, maxItems: 5 },
    ],
    ['anything', TEXT, {}],
    [
      'a record',
      { type: 'object', patternProperties: { '^.*$': TEXT } },
      { type: 'object', additionalProperties: TEXT },
    ],
  ])('is a value of another: %s', (_what, given, wanted) => {
    expect(schemaMisfits(given, wanted, 'body')).toEqual([])
  })

  it.each<[what: string, reason: string, schemas: [given: JsonSchema, wanted: JsonSchema]]>([
    [
      'it may be missing',
      'body.a is needed and may be missing',
      [object({ a: TEXT }), object({ a: TEXT }, ['a'])],
    ],
    [
      'it is too much',
      'body.a is not accepted',
      [object({ a: TEXT }), object({}, [], { additionalProperties: false })],
    ],
    ['a new word', 'body may be "b", which is not accepted', [{ enum: ['a', 'b'] }, { enum: ['a'] }]],
    ['any text', 'body may be string, not only "a"', [TEXT, { enum: ['a'] }]],
    ['another type', 'body may be number, which is not accepted', [NUMBER, TEXT]],
    ['part of a number', 'body may be number, which is not accepted', [NUMBER, { type: 'integer' }]],
    ['null', 'body may be null, which is not accepted', [{ ...TEXT, nullable: true }, TEXT]],
    ['too long', 'body has no maxLength, and 5 is wanted', [TEXT, { ...TEXT, maxLength: 5 }]],
    ['too small', 'body has another minimum, and 1 is wanted', [atLeast(0), atLeast(1)]],
    ['another pattern', 'body has another pattern, and ^b is wanted', [like('^a'), like('^b')]],
    [
      'other things in a list',
      'body[].a may be number, which is not accepted',
      [listOf(object({ a: NUMBER })), listOf(object({ a: TEXT }))],
    ],
    [
      'other things in a record',
      'body.* may be number, which is not accepted',
      [recordOf(NUMBER), recordOf(TEXT)],
    ],
  ])('is none of another: %s', (_what, reason, [given, wanted]) => {
    expect(schemaMisfits(given, wanted, 'body')).toEqual([reason])
  })
})

describe('an API', () => {
  const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })
  const query = (name: string, schema: JsonSchema, required = false) => ({
    in: 'query',
    name,
    schema,
    required,
  })
  const released = {
    parameters: [query('q', TEXT), query('sort', { enum: ['price', 'name'] })],
    responses: { 200: json(object({ name: TEXT }, ['name'])) },
  }
  const api = (operation: object) => ({ paths: { '/api/places': { get: operation } } })
  const misfits = (operation: object) => apiMisfits(api(released), api({ ...released, ...operation }))

  it('may grow: calls, parameters, and what an answer says', () => {
    const more = {
      parameters: [...released.parameters, query('page', { type: 'integer' })],
      responses: { 200: json(object({ name: TEXT, rent: { type: 'number' } }, ['name', 'rent'])), 404: {} },
    }
    const current = { paths: { ...api({ ...released, ...more }).paths, '/api/new': { get: {} } } }

    expect(apiMisfits(api(released), current)).toEqual([])
  })

  it.each([
    ['wants a token', { security: [{ bearer: [] }] }, 'it wants a token now'],
    ['needs a parameter', { parameters: [query('q', TEXT, true)] }, 'the query parameter q is needed now'],
    [
      'needs a new one',
      { parameters: [query('area', TEXT, true)] },
      'the query parameter area is needed now',
    ],
    [
      'no longer takes a value',
      { parameters: [query('sort', { enum: ['price'] })] },
      'query.sort may be "name", which is not accepted',
    ],
    ['needs a body', { requestBody: { required: true, ...json(TEXT) } }, 'a body is needed now'],
    [
      'leaves out what it said',
      { responses: { 200: json(object({})) } },
      'answer.name is needed and may be missing',
    ],
    ['answers in another way', { responses: { 201: json(TEXT) } }, 'it may answer 201'],
  ])('breaks its callers when it %s', (_what, operation, reason) => {
    expect(misfits(operation)).toEqual([`GET /api/places: ${reason}`])
  })

  it('breaks its callers when a call is gone', () => {
    expect(apiMisfits(api(released), { paths: {} })).toEqual(['GET /api/places is gone'])
  })
})
