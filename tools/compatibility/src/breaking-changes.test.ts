import { type JsonSchema, findBreakingChanges, findSchemaIncompatibilities } from '.'
import { apiSurface } from './breaking-changes'

const TEXT: JsonSchema = { type: 'string' }
const NUMBER: JsonSchema = { type: 'number' }
const atLeast = (minimum: number): JsonSchema => ({ ...NUMBER, minimum })
const like = (pattern: string): JsonSchema => ({ ...TEXT, pattern })
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const recordOf = (value: JsonSchema): JsonSchema => ({ type: 'object', patternProperties: { '^.*$': value } })
const object = (properties: Record<string, JsonSchema>, required: string[] = [], more: JsonSchema = {}) => ({
  type: 'object',
  properties,
  required,
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
    ['anything, among other things', NUMBER, { anyOf: [TEXT, {}] }],
    ['one of two types', NUMBER, { anyOf: [TEXT, NUMBER] }],
    [
      'within the same bounds',
      { ...TEXT, minLength: 2, maxLength: 5 },
      { ...TEXT, minLength: 2, maxLength: 5 },
    ],
    [
      'within narrower bounds',
      { ...NUMBER, exclusiveMinimum: 2, maximum: 4 },
      { ...NUMBER, exclusiveMinimum: 1, maximum: 5 },
    ],
    ['the same format', { ...TEXT, format: 'date' }, { ...TEXT, format: 'date' }],
    [
      'a record',
      { type: 'object', patternProperties: { '^.*$': TEXT } },
      { type: 'object', additionalProperties: TEXT },
    ],
    ['an object without other members', object({}, [], { additionalProperties: false }), recordOf(TEXT)],
  ])('is a value of another: %s', (_what, given, wanted) => {
    expect(findSchemaIncompatibilities(given, wanted, 'body')).toEqual([])
  })

  it.each<[what: string, reason: string, schemas: [given: JsonSchema, wanted: JsonSchema]]>([
    [
      'it may be missing',
      'body.a is required and may be missing',
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
    ['text, not a number', 'body may be string, which is not accepted', [TEXT, NUMBER]],
    ['part of a number', 'body may be number, which is not accepted', [NUMBER, { type: 'integer' }]],
    ['null', 'body may be null, which is not accepted', [{ ...TEXT, nullable: true }, TEXT]],
    ['too long', 'body has no maxLength, and 5 is required', [TEXT, { ...TEXT, maxLength: 5 }]],
    ['too small', 'body has another minimum, and 1 is required', [atLeast(0), atLeast(1)]],
    ['anything', 'body may be anything, which is not accepted', [{}, TEXT]],
    [
      'too many',
      'body has another maxItems, and 2 is required',
      [
        { ...listOf(TEXT), maxItems: 3 },
        { ...listOf(TEXT), maxItems: 2 },
      ],
    ],
    [
      'not enough',
      'body has no minItems, and 1 is required',
      [listOf(TEXT), { ...listOf(TEXT), minItems: 1 }],
    ],
    [
      'on an excluded bound',
      'body has another exclusiveMaximum, and 5 is required',
      [
        { ...NUMBER, exclusiveMaximum: 6 },
        { ...NUMBER, exclusiveMaximum: 5 },
      ],
    ],
    [
      'too short',
      'body has another minLength, and 3 is required',
      [
        { ...TEXT, minLength: 2 },
        { ...TEXT, minLength: 3 },
      ],
    ],
    [
      'on an excluded lower bound',
      'body has another exclusiveMinimum, and 5 is required',
      [
        { ...NUMBER, exclusiveMinimum: 4 },
        { ...NUMBER, exclusiveMinimum: 5 },
      ],
    ],
    ['too large', 'body has no maximum, and 9 is required', [NUMBER, { ...NUMBER, maximum: 9 }]],
    ['without a format', 'body has no format, and date is required', [TEXT, { ...TEXT, format: 'date' }]],
    ['another constant', 'body may be 2, which is not accepted', [{ const: 2 }, { const: 1 }]],
    ['another pattern', 'body has another pattern, and ^b is required', [like('^a'), like('^b')]],
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
    expect(findSchemaIncompatibilities(given, wanted, 'body')).toEqual([reason])
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
  const changesOf = (operation: object) =>
    findBreakingChanges(api(released), api({ ...released, ...operation }))

  it('may grow: calls, parameters, and members of responses', () => {
    const more = {
      parameters: [...released.parameters, { in: 'query', name: 'page', schema: { type: 'integer' } }],
      requestBody: json(TEXT),
      responses: { 200: json(object({ name: TEXT, rent: { type: 'number' } }, ['name', 'rent'])), 404: {} },
    }
    const current = { paths: { ...api({ ...released, ...more }).paths, '/api/new': { get: {} } } }

    expect(findBreakingChanges(api(released), current)).toEqual([])
  })

  it.each([
    ['requires a token', { security: [{ bearer: [] }] }, 'it requires a token now'],
    [
      'requires a parameter',
      { parameters: [query('q', TEXT, true)] },
      'the query parameter q is required now',
    ],
    [
      'requires a new one',
      { parameters: [query('area', TEXT, true)] },
      'the query parameter area is required now',
    ],
    [
      'no longer takes a value',
      { parameters: [query('sort', { enum: ['price'] })] },
      'query.sort may be "name", which is not accepted',
    ],
    ['requires a body', { requestBody: { required: true, ...json(TEXT) } }, 'a body is required now'],
    [
      'leaves out a member',
      { responses: { 200: json(object({})) } },
      'response.name is required and may be missing',
    ],
    [
      'returns another type of content',
      { responses: { 200: { content: { 'text/plain': { schema: TEXT } } } } },
      'response may be text/plain',
    ],
    ['returns another status', { responses: { 201: json(TEXT) } }, 'it may return status 201'],
  ])('breaks its callers when it %s', (_what, operation, reason) => {
    expect(changesOf(operation)).toEqual([`GET /api/places: ${reason}`])
  })

  it('breaks its callers when its body requires a member', () => {
    const before = { ...released, requestBody: { required: true, ...json(object({ name: TEXT })) } }
    const now = { ...released, requestBody: { required: true, ...json(object({ name: TEXT }, ['name'])) } }

    expect(findBreakingChanges(api(before), api(before))).toEqual([])
    expect(findBreakingChanges(api(before), api(now))).toEqual([
      'GET /api/places: body.name is required and may be missing',
    ])
  })

  it('is recorded with what its callers rely on, and nothing else', () => {
    const full = { ...released, requestBody: json(TEXT), security: [{ bearer: [] }] }
    const described = { ...full, summary: 'Places', responses: { ...released.responses, 404: json(TEXT) } }

    expect(apiSurface(api(described))).toEqual(api(full))
    expect(Object.keys(apiSurface(api({})).paths['/api/places']?.get ?? {})).toEqual(['responses'])
  })

  it('breaks its callers when a call was removed', () => {
    expect(findBreakingChanges(api(released), { paths: {} })).toEqual(['GET /api/places was removed'])
  })
})
