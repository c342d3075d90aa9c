import { AsyncLocalStorage } from 'node:async_hooks'
import { Aggregate, Model, mongo, Query } from 'mongoose'

/** What a query of a service may do although its collection grows, and why that does no harm. */
export interface AcceptedQuery {
  /** Matches what the failed test names: "reviews find {status} sort {date,_id}". */
  query: RegExp
  /** "reads everything" or "sorts in memory". */
  does: QueryCost
  reason: string
}

export interface QueryGuard {
  /** Names of collections that stay small, each with why. */
  small: Readonly<Record<string, string>>
  accepted: readonly AcceptedQuery[]
}

type QueryCost = 'reads everything' | 'sorts in memory'
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

/** Of a driver's command, which `explain` does not take. */
const OF_THE_CONNECTION = /^(\$|lsid$|txnNumber$|startTransaction$|autocommit$|writeConcern$|cursor$)/

/**
 * Explains each kind of query that the service under test sends through its models, once for each test file, and fails the
 * file on one that reads a whole collection, or sorts in memory, where the collection grows. What tests themselves do with
 * collections is not looked at. To be called in a file of jest's `setupFilesAfterEnv`.
 */
export function guardQueries({ small, accepted }: QueryGuard): void {
  const ofModels = markQueriesOfModels()
  const seen = new Set<string>()
  const costs = new Map<string, Set<QueryCost>>()
  const explaining: Promise<void>[] = []

  async function explain(client: mongo.MongoClient, database: string, { name, command, query }: Explainable) {
    const verbosity = JSON.stringify(command).includes('"$lookup"') ? 'executionStats' : 'queryPlanner'
    const plan = await client
      .db(database)
      .command({ explain: { ...command, ...(name === 'aggregate' && { cursor: {} }) }, verbosity })
      // The test is over, and has closed its client or dropped its database.
      .catch(() => undefined)
    const found = costsOf(plan)
    // An index on _id there always is; where a list of ids is empty there is nothing to be found in it.
    if (isById(command)) found.delete('reads everything')
    costs.set(query, found)
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
      if (!ofModels.getStore() || !READS_AND_WRITES.has(commandName)) return
      for (const explainable of explainablesOf(commandName, command)) {
        if (seen.has(explainable.query) || explainable.collection in small) continue
        seen.add(explainable.query)
        explaining.push(explain(this, databaseName, explainable))
      }
    })
    return connect.call(this)
  }

  afterAll(async () => {
    await Promise.all(explaining)
    const costly = [...costs].flatMap(([query, found]) => [...found].map((does) => ({ query, does })))
    const unknown = costly.filter(
      ({ query, does }) => !accepted.some((one) => one.does === does && one.query.test(query)),
    )
    if (unknown.length > 0)
      throw new Error(
        `Queries on collections that grow: ${unknown.map(({ query, does }) => `\n- ${query} ${does}`).join('')}`,
      )
  })
}

/** Has a value while a query of a mongoose model is sent. */
function markQueriesOfModels(): AsyncLocalStorage<true> {
  const ofModels = new AsyncLocalStorage<true>()
  for (const holder of [Query.prototype, Aggregate.prototype, Model] as unknown as Record<
    'exec' | 'bulkWrite',
    ((...args: unknown[]) => unknown) | undefined
  >[])
    for (const name of ['exec', 'bulkWrite'] as const) {
      const original = holder[name]
      if (!original) continue
      holder[name] = function marked(this: unknown, ...args: unknown[]) {
        return ofModels.run(true, () => original.apply(this, args))
      }
    }
  return ofModels
}

interface Explainable {
  name: string
  collection: string
  /** Which `explain` takes: of several statements one. */
  command: Fields
  /** Which collection is searched how, without values: equal for queries that one plan fits. */
  query: string
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
      }))
    }
    case 'aggregate': {
      const stages = command.pipeline as Fields[]
      return [{ name, collection, command, query: describe(...stages.map(shapeOfStage)) }]
    }
    default: {
      const { filter, query, sort, key, limit, skip } = command
      const page = [limit && 'limit', skip && 'skip'].filter(Boolean).join(' ')
      const shape = shapeOf(filter ?? query ?? {})
      return [{ name, collection, command, query: describe(String(key ?? ''), shape, sorted(sort), page) }]
    }
  }
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
 * What a plan does that takes longer the more documents there are, see
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

/** Of a pipeline, where it is not part of the plan of the stage before it. */
const isLimitStage = (stage: unknown): boolean => isPlain(stage) && '$limit' in stage

const isUnbounded = (bounds: unknown): boolean =>
  isPlain(bounds) &&
  Object.values(bounds).every(
    (of) => Array.isArray(of) && of.every((one) => /M(in|ax)Key, M(ax|in)Key/.test(one)),
  )
