import { AsyncLocalStorage } from 'node:async_hooks'
import { Aggregate, Model, mongo, Query } from 'mongoose'
import { costsByIndexes, type Index, type QueryCost, type Search } from './index-costs'

/** An accepted query on a growing collection that no index serves, with the reason. */
export interface AcceptedQuery {
  /** Matches the description in the failure: "reviews find {status} sort {date,_id}". */
  query: RegExp
  /** "reads everything" or "sorts in memory". */
  does: QueryCost
  reason: string
}

export interface QueryGuard {
  /** Names of collections that stay small, each with the reason. */
  small: Readonly<Record<string, string>>
  accepted: readonly AcceptedQuery[]
}

type Fields = Record<string, unknown>

const READS_AND_WRITES = new Set([
  'find',
  'aggregate',
  'count',
  'distinct',
  'update',
  'delete',
  'findAndModify',
])

/** Fields of a driver's command that `explain` does not accept. */
const OF_THE_CONNECTION = /^(\$|lsid$|txnNumber$|startTransaction$|autocommit$|writeConcern$|cursor$)/

/**
 * Judges each kind of query that the service under test sends, through its models or the driver, once per test file. Fails
 * the file if a query on a growing collection reads all of it or sorts in memory, according to the rule of `costsByIndexes` or,
 * on MongoDB itself, to its planner. Queries of the tests themselves are ignored. To be called in a file of jest's
 * `setupFilesAfterEnv`.
 */
export function guardQueries({ small, accepted }: QueryGuard): void {
  const ofService = markQueriesOfService()
  const seen = new Set<string>()
  const costs = new Map<string, Set<QueryCost>>()
  const judging: Promise<void>[] = []
  // It explains nothing.
  const isEmbedded = process.env.OFFQUAD_MONGODB_IS_EMBEDDED !== undefined

  const addCosts = (query: string, added: Iterable<QueryCost>) =>
    costs.set(query, new Set([...(costs.get(query) ?? []), ...added]))

  async function compareWithIndexes(
    client: mongo.MongoClient,
    database: string,
    { collection, query, search }: Explainable,
  ) {
    const indexes = (await client
      .db(database)
      .collection(collection)
      .indexes()
      // The collection does not exist yet, or the test is over.
      .catch(() => undefined)) as Index[] | undefined
    if (search && indexes) addCosts(query, costsByIndexes(search, indexes))
  }

  async function explain(client: mongo.MongoClient, database: string, { name, command, query }: Explainable) {
    const verbosity = JSON.stringify(command).includes('"$lookup"') ? 'executionStats' : 'queryPlanner'
    const plan = await client
      .db(database)
      .command({ explain: { ...command, ...(name === 'aggregate' && { cursor: {} }) }, verbosity })
      // The test is over, and has closed its client or dropped its database.
      .catch(() => undefined)
    const planCosts = costsOf(plan)
    // _id always has an index; for an empty list of ids the planner may not use it.
    if (isById(command)) planCosts.delete('reads everything')
    addCosts(query, planCosts)
  }

  const { MONGODB_URI } = process.env
  if (MONGODB_URI) {
    const monitored = new URL(MONGODB_URI.replace(/,/g, '%2C'))
    monitored.searchParams.set('monitorCommands', 'true')
    process.env.MONGODB_URI = monitored.href.replace(/%2C/gi, ',')
  }
  const { connect } = mongo.MongoClient.prototype
  mongo.MongoClient.prototype.connect = function monitor(this: mongo.MongoClient) {
    this.on('commandStarted', ({ commandName, databaseName, command }) => {
      if (!ofService.getStore() || !READS_AND_WRITES.has(commandName)) return
      for (const explainable of explainablesOf(commandName, command)) {
        if (seen.has(explainable.query) || explainable.collection in small) continue
        seen.add(explainable.query)
        judging.push(compareWithIndexes(this, databaseName, explainable))
        if (!isEmbedded) judging.push(explain(this, databaseName, explainable))
      }
    })
    return connect.call(this)
  }

  afterAll(async () => {
    await Promise.all(judging)
    const costly = [...costs].flatMap(([query, findings]) => [...findings].map((does) => ({ query, does })))
    const unknown = costly.filter(
      ({ query, does }) => !accepted.some((entry) => entry.does === does && entry.query.test(query)),
    )
    if (unknown.length > 0)
      throw new Error(
        `Queries on collections that grow: ${unknown.map(({ query, does }) => `\n- ${query} ${does}`).join('')}`,
      )
  })
}

/** Has a value while the service sends a query, through a mongoose model or a collection of the driver. */
function markQueriesOfService(): AsyncLocalStorage<true> {
  const ofService = new AsyncLocalStorage<true>()
  for (const holder of [Query.prototype, Aggregate.prototype, Model] as unknown as Record<
    'exec' | 'bulkWrite',
    ((...args: unknown[]) => unknown) | undefined
  >[])
    for (const name of ['exec', 'bulkWrite'] as const) {
      const original = holder[name]
      if (!original) continue
      holder[name] = function marked(this: unknown, ...args: unknown[]) {
        return ofService.run(true, () => original.apply(this, args))
      }
    }
  markQueriesOfDriver(ofService)
  return ofService
}

const OF_THE_DRIVER = [
  'aggregate',
  'bulkWrite',
  'countDocuments',
  'deleteMany',
  'deleteOne',
  'distinct',
  'find',
  'findOne',
  'findOneAndDelete',
  'findOneAndReplace',
  'findOneAndUpdate',
  'replaceOne',
  'updateMany',
  'updateOne',
] as const

/** The code of services and service-kit, and GridFS, whose streams the driver continues on its own. */
const OF_A_SERVICE = /\/(svc-[\w-]+|gateway|service-kit)\/src\/(?!testing\/)|\/mongodb\/(lib|src)\/gridfs\//
const OF_A_TEST = /\/(svc-[\w-]+|gateway|service-kit)\/(test|src\/testing)\/(?!guard-queries)/

/** Whether the nearest caller, apart from libraries, is code of a service. */
function isCalledByService(): boolean {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = 30
  const frames = new Error().stack?.split('\n') ?? []
  Error.stackTraceLimit = before
  const caller = frames.find((frame) => OF_A_SERVICE.test(frame) || OF_A_TEST.test(frame))
  return caller !== undefined && OF_A_SERVICE.test(caller)
}

function markQueriesOfDriver(ofService: AsyncLocalStorage<true>): void {
  type Methods = Record<string, ((...args: unknown[]) => unknown) | undefined>
  const cursors = new WeakSet<object>()
  const collection = mongo.Collection.prototype as unknown as Methods
  for (const name of OF_THE_DRIVER) {
    const original = collection[name]
    if (!original) continue
    collection[name] = function marked(this: unknown, ...args: unknown[]) {
      if (ofService.getStore() || !isCalledByService()) return original.apply(this, args)
      const result = ofService.run(true, () => original.apply(this, args))
      // Sent when the cursor is read.
      if (result instanceof mongo.AbstractCursor) cursors.add(result)
      return result
    }
  }
  for (const { prototype } of [mongo.FindCursor, mongo.AggregationCursor]) {
    const methods = prototype as unknown as Methods
    const original = methods._initialize
    if (!original) continue
    methods._initialize = function marked(this: object, ...args: unknown[]) {
      return cursors.has(this)
        ? ofService.run(true, () => original.apply(this, args))
        : original.apply(this, args)
    }
  }
}

interface Explainable {
  name: string
  collection: string
  /** The form that `explain` accepts: with only one of several statements. */
  command: Fields
  /** Describes the query without values: equal for queries with the same plan. */
  query: string
  /** The search that indexes have to serve; undefined if the database responds from metadata. */
  search: Search | undefined
}

function explainablesOf(name: string, sent: Fields): Explainable[] {
  const command = Object.fromEntries(Object.entries(sent).filter(([field]) => !OF_THE_CONNECTION.test(field)))
  const collection = String(command[name])
  const describe = (...parts: string[]) => [collection, name, ...parts.filter(Boolean)].join(' ')
  const sorted = (sort: unknown) => (sort ? `sort {${namesIn(sort)}}` : '')
  switch (name) {
    case 'update':
    case 'delete': {
      const field = name === 'update' ? 'updates' : 'deletes'
      return (command[field] as { q: Fields }[]).map((statement) => ({
        name,
        collection,
        command: { ...command, [field]: [statement] },
        query: describe(shapeOf(statement.q)),
        search: searchOf(statement.q),
      }))
    }
    case 'aggregate': {
      const stages = command.pipeline as Fields[]
      const query = describe(...stages.map(shapeOfStage))
      return [{ name, collection, command, query, search: searchOfPipeline(stages) }]
    }
    default: {
      const { filter, query, sort, key, limit, skip } = command
      const page = [limit && 'limit', skip && 'skip'].filter(Boolean).join(' ')
      const shape = shapeOf(filter ?? query ?? {})
      const searched = (filter ?? query ?? {}) as Fields
      const isKnown = name === 'count' && Object.keys(searched).length === 0
      return [
        {
          name,
          collection,
          command,
          query: describe(String(key ?? ''), shape, sorted(sort), page),
          search: isKnown
            ? undefined
            : searchOf(searched, sort, name === 'findAndModify' || Number(limit ?? 0) > 0),
        },
      ]
    }
  }
}

const searchOf = (filter: Fields, sort: unknown = {}, isLimited = false): Search => ({
  filter,
  sort: (sort instanceof Map ? [...sort] : Object.entries(sort as object)).map(
    ([field, direction]) => [String(field), Number(direction)] as const,
  ),
  isLimited,
})

/** The leading stages of a pipeline, which indexes can serve. */
function searchOfPipeline(stages: Fields[]): Search {
  const rest = [...stages]
  const matches: unknown[] = []
  while (rest[0] && '$match' in rest[0]) matches.push(rest.shift()?.$match)
  const sort = rest[0] && '$sort' in rest[0] ? rest.shift()?.$sort : {}
  return searchOf({ $and: matches }, sort, rest[0] !== undefined && '$limit' in rest[0])
}

function isById({ filter, query, updates, deletes, pipeline }: Fields): boolean {
  const [first] = [updates, deletes, pipeline].flat().filter(isPlain)
  const condition = [filter, query, first?.q, first?.$match].find(isPlain)?._id
  return condition !== undefined && (!isPlain(condition) || '$in' in condition)
}

/** "{status,date:{$gte,$lte}}": an equality has no operator. */
function shapeOf(condition: unknown): string {
  if (Array.isArray(condition)) return `[${[...new Set(condition.map(shapeOf))].sort().join()}]`
  if (!isPlain(condition)) return ''
  const members = Object.entries(condition).map(([name, value]) => {
    const shape = name === '$in' || name === '$nin' ? '' : shapeOf(value)
    return shape === '' || shape === '[]' ? name : `${name}:${shape}`
  })
  return `{${members.sort().join()}}`
}

function shapeOfStage(stage: Fields): string {
  const [[name = '', content] = []] = Object.entries(stage)
  if (name === '$match') return shapeOf(content)
  return name === '$sort' ? `sort {${namesIn(content)}}` : name
}

const namesIn = (sort: unknown) =>
  [...(sort instanceof Map ? sort.keys() : Object.keys(sort as object))].join()

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/**
 * Steps of a plan that take longer the more documents there are, see
 * https://www.mongodb.com/docs/manual/reference/explain-results/.
 */
export function costsOf(explained: unknown): Set<QueryCost> {
  const costs = new Set<QueryCost>()

  function visit(value: unknown, isLimited: boolean): void {
    if (Array.isArray(value))
      return value.forEach((item, index) => visit(item, isLimited || isLimitStage(value[index + 1])))
    if (!isPlain(value)) return
    const { stage } = value
    if (stage === 'COLLSCAN') costs.add('reads everything')
    if (stage === 'IXSCAN' && !isLimited && isUnbounded(value.indexBounds)) costs.add('reads everything')
    if (stage === 'SORT' || '$sort' in value) costs.add('sorts in memory')
    if (isPlain(value.$lookup) && Number(value.collectionScans) > 0) costs.add('reads everything')
    const limited = stage === 'SORT' ? false : isLimited || stage === 'LIMIT' || stage === 'FAST_COUNT'
    for (const [name, member] of Object.entries(value))
      // Plans that were not chosen, and statistics that repeat the one that was.
      if (!['rejectedPlans', 'executionStats', 'command'].includes(name)) visit(member, limited)
  }

  visit(explained, false)
  return costs
}

/** A limit of a pipeline that is not part of the plan of the previous stage. */
const isLimitStage = (stage: unknown): boolean => isPlain(stage) && '$limit' in stage

const isUnbounded = (bounds: unknown): boolean =>
  isPlain(bounds) &&
  Object.values(bounds).every(
    (of) => Array.isArray(of) && of.every((bound) => /M(in|ax)Key, M(ax|in)Key/.test(bound)),
  )
