import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** An identifier in a path or a body: imported numeric ids become strings ("10"). */
export const Id = Type.String({ minLength: 1, maxLength: 64 })
export const IdParams = Type.Object({ id: Id })

/** ISO 8601, UTC. */
export const Timestamp = Type.String({ format: 'date-time' })

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** An object that may have no other members. */
export const StrictObject = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** Common parts of the calls that read one thing, which is the same for everyone. */
export const publicRead = { cost: 1, ignoresCaller: true } as const

/** Reply of a call that succeeds without content. */
export const NoContent = Type.Null()

/**
 * Query parameter that requests the next page: the `next` of the previous one.
 * @param limits of its length in characters
 */
export const pageCursor = (limits: { minLength?: number; maxLength: number }) =>
  Type.Optional(Type.String({ ...limits, description: '`next` of the page before, with the same query' }))

/** A page of a list that is read with cursors. */
export const pageOf = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    total: Type.Integer({ minimum: 0, description: 'How many there are on all pages' }),
    next: Type.Optional(Type.String({ description: 'Cursor of the next page; absent on the last one' })),
  })

/** Query parameters that request a page of a list. */
export const pageQuery = {
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 20' })),
}

/** Rows of an import file, each with its line (or its 1-based index in a JSON array). */
export const ImportBatch = Type.Object({
  dryRun: Type.Optional(Type.Boolean({ description: 'Report what would happen and change nothing' })),
  rows: Type.Array(
    Type.Object({ line: Type.Integer({ minimum: 1 }), value: Type.Record(Type.String(), Type.Unknown()) }),
    { maxItems: 500 },
  ),
  alsoImported: Type.Optional(
    Type.Object(
      {
        landlordIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
        apartments: Type.Optional(
          Type.Array(Type.Object({ id: Id, landlordId: Nullable(Id) }), { maxItems: 500 }),
        ),
      },
      {
        description:
          'What the rows refer to and the same import brings along: a dry run has not stored it, and after a real one messages about it may still be on their way',
      },
    ),
  ),
})
export type ImportBatch = Static<typeof ImportBatch>

/** The outcome of one imported row; `reason` says why it was rejected, `note` what to check in an accepted row. */
export const ImportOutcome = Type.Object({
  line: Type.Integer(),
  outcome: Type.Union([
    Type.Literal('created'),
    Type.Literal('updated'),
    Type.Literal('unchanged'),
    Type.Literal('rejected'),
  ]),
  reason: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
})
export type ImportOutcome = Static<typeof ImportOutcome>

export const ImportReport = Type.Object({ results: Type.Array(ImportOutcome) })

/** Common parts of the calls that import rows. */
export const importCall = {
  access: 'admin',
  body: ImportBatch,
  /** Larger than 500 rows of the longest possible texts. */
  bodyLimit: 16 * 1024 * 1024,
  reply: ImportReport,
} as const
