import { hostname } from 'node:os'
import { authorize } from '../auth/authorize'
import { CommandError } from '../errors'
import type { Bounds, Interval } from '../query/index-bounds'
import { ChangeSet } from '../storage/change-set'
import { show } from '../storage/duplicate-key'
import type { FindTrace } from '../storage/find-documents'
import type { IndexScan, Plan } from '../storage/plan-query'
import { type Document, isDocument, kindOf } from '../values/value'
import type { Command, CommandRequest } from './command'
import { Cursors } from './cursors'
import { serverVersion } from './handshake'
import { namespaceFor, readFields } from './read-fields'

const verbosities = ['queryPlanner', 'executionStats', 'allPlansExecution']

/** Where an interval without an end begins or ends, in the notation of MongoDB's index bounds. */
const openEnds: Partial<Record<string, { low: string; high: string }>> = {
  number: { low: '-inf.0]', high: 'inf.0]' },
  string: { low: '""', high: '{})' },
  date: { low: 'new Date(-9223372036854775808)', high: 'new Date(9223372036854775807)]' },
  boolean: { low: 'false', high: 'true]' },
}

function showInterval({ low, high }: Interval, direction: number): string {
  if (!low && !high) return direction < 0 ? '[MaxKey, MinKey]' : '[MinKey, MaxKey]'
  const open = openEnds[kindOf((low ?? high)?.value)] ?? { low: 'MinKey', high: 'MaxKey)' }
  const begin = low ? `${low.isIncluded ? '[' : '('}${show(low.value)}` : `[${open.low.replace(/\]$/, '')}`
  const end = high ? `${show(high.value)}${high.isIncluded ? ']' : ')'}` : open.high
  return direction < 0 ? showReversed(begin, end) : `${begin}, ${end}`
}

function showReversed(begin: string, end: string): string {
  const opening = end.endsWith(']') ? '[' : '('
  const closing = begin.startsWith('[') ? ']' : ')'
  return `${opening}${end.slice(0, -1)}, ${begin.slice(1)}${closing}`
}

function showBounds({ intervals }: Bounds, direction: number): string[] {
  const shown = intervals.map((interval) => showInterval(interval, direction))
  return direction < 0 ? shown.reverse() : shown
}

/** A stage of the plan; what it did is filled in where the command was run for its statistics. */
interface Stage extends Document {
  stage: string
}

function indexScanStage({ index, bounds, isReversed, examined }: IndexScan, withStats: boolean): Stage {
  const { specification, directions, multikey } = index
  const factor = isReversed ? -1 : 1
  const fields = Object.keys(specification.key)
  return {
    stage: 'IXSCAN',
    ...(withStats ? { nReturned: examined.keys } : {}),
    keyPattern: specification.key,
    indexName: specification.name,
    isMultiKey: multikey.includes(true),
    isUnique: specification.unique === true || specification.name === '_id_',
    isSparse: specification.sparse === true,
    isPartial: specification.partialFilterExpression !== undefined,
    indexVersion: 2,
    direction: isReversed ? 'backward' : 'forward',
    indexBounds: Object.fromEntries(
      fields.map((name, field) => [
        name,
        showBounds(bounds[field] ?? { intervals: [{}], arePoints: false }, (directions[field] ?? 1) * factor),
      ]),
    ),
    ...(withStats ? { keysExamined: examined.keys } : {}),
  }
}

function boundsOfRange(interval: Interval | undefined, bounds: Bounds): Bounds {
  return interval ? { ...bounds, intervals: [interval] } : bounds
}

function isEmpty(document: Document): boolean {
  return Object.keys(document).length === 0
}

function accessStage(trace: FindTrace, plan: Plan, withStats: boolean): Stage {
  const { filter, sort, matched } = trace
  const stats = withStats ? { nReturned: matched, docsExamined: plan.examined.documents } : {}
  const filtered = isEmpty(filter) ? {} : { filter }
  if (plan.kind === 'collectionScan')
    return {
      stage: 'COLLSCAN',
      ...filtered,
      ...stats,
      direction: plan.isReversed ? 'backward' : 'forward',
    }
  if (plan.kind === 'idLookup') {
    return { stage: 'IDHACK', ...stats, ...(withStats ? { keysExamined: plan.examined.keys } : {}) }
  }
  const fetch = (inputStage: Stage): Stage => ({ stage: 'FETCH', ...filtered, ...stats, inputStage })
  if (plan.kind === 'or') {
    const inputStages = plan.branches.map((branch) => indexScanStage(branch, withStats))
    const fetched = fetch({ stage: 'OR', inputStages })
    return Object.keys(filter).join() === '$or' ? { stage: 'SUBPLAN', inputStage: fetched } : fetched
  }
  if (plan.mergedFrom === undefined) return fetch(indexScanStage(plan, withStats))
  // The scans take turns: their keys are counted together.
  const inputStages = plan.ranges.map((range) => {
    const ownBounds = plan.bounds.map((bounds, field) => boundsOfRange(range[field], bounds))
    return indexScanStage({ ...plan, bounds: ownBounds }, false)
  })
  const merged = withStats ? { nReturned: plan.examined.keys, keysExamined: plan.examined.keys } : {}
  return fetch({ stage: 'SORT_MERGE', ...merged, sortPattern: sort, inputStages })
}

function planStages(trace: FindTrace, withStats: boolean): Stage {
  const { plan, sort, skip, limit, matched, returned } = trace
  const stats = withStats ? { nReturned: returned } : {}
  if (!plan) return { stage: 'EOF', ...stats }
  if (plan.kind === 'recordCount') return { stage: 'RECORD_STORE_FAST_COUNT', ...stats }
  let stage = accessStage(trace, plan, withStats)
  const isSortedInMemory = !isEmpty(sort) && !plan.providesSort
  if (isSortedInMemory) {
    stage = {
      stage: 'SORT',
      ...(withStats ? { nReturned: limit === 0 ? matched : Math.min(matched, skip + limit) } : {}),
      sortPattern: sort,
      ...(limit > 0 ? { limitAmount: skip + limit } : {}),
      inputStage: stage,
    }
  }
  if (skip > 0) stage = { stage: 'SKIP', ...stats, skipAmount: skip, inputStage: stage }
  if (limit > 0 && !isSortedInMemory)
    stage = { stage: 'LIMIT', ...stats, limitAmount: limit, inputStage: stage }
  return stage
}

function examinedBy({ plan }: FindTrace): { keys: number; documents: number } {
  if (!plan || plan.kind === 'recordCount') return { keys: 0, documents: 0 }
  const scans = plan.kind === 'or' ? plan.branches : []
  return {
    keys: scans.reduce((sum, { examined }) => sum + examined.keys, plan.examined.keys),
    documents: plan.examined.documents,
  }
}

interface Explained {
  namespace: string
  withStats: boolean
  millis: number
  /** Puts the stage of the command itself above those of its search. */
  wrap: (stage: Stage, withStats: boolean) => Stage
}

function describeTrace(trace: FindTrace, { namespace, withStats, millis, wrap }: Explained): Document {
  const queryPlanner = {
    namespace,
    parsedQuery: trace.filter,
    indexFilterSet: false,
    winningPlan: wrap(planStages(trace, false), false),
    rejectedPlans: [],
  }
  if (!withStats) return { queryPlanner }
  const { keys, documents } = examinedBy(trace)
  return {
    queryPlanner,
    executionStats: {
      executionSuccess: true,
      nReturned: trace.returned,
      executionTimeMillis: millis,
      totalKeysExamined: keys,
      totalDocsExamined: documents,
      executionStages: wrap(planStages(trace, true), true),
    },
  }
}

/** The stage of a command that does something else with documents than to return them. */
function wrapFor(name: string, reply: Document, remove: boolean): Explained['wrap'] {
  const stages: Record<string, Document> = {
    count: { stage: 'COUNT', nCounted: reply['n'] },
    delete: { stage: 'DELETE', nWouldDelete: reply['n'] },
    update: { stage: 'UPDATE', nMatched: reply['n'], nWouldModify: reply['nModified'] },
    findAndModify: { stage: remove ? 'DELETE' : 'UPDATE' },
  }
  const own = stages[name]
  if (!own) return (stage) => stage
  return (inputStage, withStats) => {
    if (inputStage.stage === 'RECORD_STORE_FAST_COUNT') return inputStage
    // A write stops at its only document without a stage for it.
    const isOnlyOne = name !== 'count' && inputStage.stage === 'LIMIT'
    const source: unknown = isOnlyOne ? inputStage['inputStage'] : inputStage
    return { stage: String(own['stage']), ...(withStats ? own : {}), inputStage: source }
  }
}

/** What the searches of a `$lookup` did in another collection. */
function describeLookup(traces: FindTrace[]): Document {
  const scans = traces.filter(({ plan }) => plan?.kind === 'collectionScan')
  const indexesUsed = traces.flatMap(({ plan }) => {
    if (plan?.kind === 'idLookup') return ['_id_']
    return plan?.kind === 'indexScan' ? [plan.index.specification.name] : []
  })
  const examined = traces.map(examinedBy)
  return {
    totalDocsExamined: examined.reduce((sum, { documents }) => sum + documents, 0),
    totalKeysExamined: examined.reduce((sum, { keys }) => sum + keys, 0),
    collectionScans: scans.length,
    indexesUsed: [...new Set(indexesUsed)],
  }
}

function describeStages(request: CommandRequest, traces: FindTrace[], explained: Explained): Document {
  const { pipeline } = request.body
  const [first, ...others] = traces
  const stages: unknown[] = Array.isArray(pipeline) ? pipeline : []
  const isSearch = (stage: unknown) =>
    isDocument(stage) && Object.keys(stage).every((name) => ['$match', '$sort', '$limit'].includes(name))
  if (!first) return {}
  if (stages.every(isSearch)) return describeTrace(first, explained)
  const rest = stages.slice(stages.findIndex((stage) => !isSearch(stage)))
  const described = rest.filter(isDocument).map((stage) => {
    const lookup = stage['$lookup']
    if (!isDocument(lookup) || !explained.withStats) return stage
    const from = namespaceFor(request, lookup['from'])
    return { ...stage, ...describeLookup(others.filter(({ namespace }) => namespace === from)) }
  })
  return { stages: [{ $cursor: describeTrace(first, explained) }, ...described] }
}

/**
 * The `explain` command over those that search. The inner command runs and is taken back, so what it says is what
 * was really done; every verbosity therefore takes as long as the command itself.
 * @see https://www.mongodb.com/docs/manual/reference/explain-results/
 */
export function createExplain(explainable: Record<string, Command>): Command {
  return (request) => {
    const { verbosity = 'allPlansExecution' } = readFields(request, { verbosity: 'string' })
    if (!verbosities.includes(verbosity)) {
      throw new CommandError(
        'BadValue',
        `Enumeration value '${verbosity}' for field 'explain.verbosity' is not a valid value.`,
      )
    }
    const body = request.body['explain']
    if (!isDocument(body))
      throw new CommandError('TypeMismatch', "BSON field 'explain.explain' must be an object")
    const name = Object.keys(body)[0] ?? ''
    const command = Object.hasOwn(explainable, name) ? explainable[name] : undefined
    if (!command) throw new CommandError('CommandNotFound', `Explain failed due to unknown command: ${name}`)
    const trace: FindTrace[] = []
    const changes = new ChangeSet(request.state.store)
    const inner: CommandRequest = {
      ...request,
      name,
      body,
      changes,
      trace,
      // A cursor that nobody reads must not stay open.
      state: { ...request.state, cursors: new Cursors() },
    }
    authorize(inner)
    const startedAt = Date.now()
    const reply = runAndUndo(command, inner)
    const explained: Explained = {
      namespace: namespaceFor(request, body[name]),
      withStats: verbosity !== 'queryPlanner',
      millis: Date.now() - startedAt,
      wrap: wrapFor(name, reply, Boolean(body['remove'])),
    }
    const [first] = trace
    return {
      explainVersion: '1',
      ...(name === 'aggregate' || !first
        ? describeStages(inner, trace, explained)
        : describeTrace(first, explained)),
      command: { ...body, $db: request.database },
      serverInfo: { host: hostname(), port: 0, version: serverVersion, gitVersion: 'embedded-mongo' },
    }
  }
}

function runAndUndo(command: Command, request: CommandRequest): Document {
  try {
    return command(request)
  } finally {
    request.changes.undo()
  }
}
