import { CommandError } from '../errors'
import type { Collection } from '../storage/collection'
import { duplicateKeyError } from '../storage/duplicate-key'
import { findMatches, type Found } from '../storage/find-documents'
import { applyUpdate, withIdFirst } from '../update/apply-update'
import type { ElementFilters } from '../update/array-filters'
import { parseArrayFilters, parseUpdate, type Update } from '../update/parse-update'
import { replacementSeed, upsertSeed } from '../update/upsert-seed'
import { type Collation, readCollation } from '../values/collation'
import { isIdentical } from '../values/compare-values'
import type { Document } from '../values/value'
import type { Command, CommandRequest } from './command'
import { namespaceOf, readDocumentFields, readFields, requireField } from './read-fields'
import { requireStatements, runStatements, withErrors } from './write-statements'

/** What to do to the documents a filter finds, or to insert when it finds none. */
export interface UpdatePlan {
  filter: Document
  update: Update
  elementFilters: ElementFilters
  collation: Collation | undefined
}

interface DeclaredUpdate {
  filter: Document
  update: unknown
  arrayFilters: Document[] | undefined
  collation: Collation | undefined
}

/** Throws like `parseUpdate` and `parseArrayFilters`. */
export function planUpdate(declared: DeclaredUpdate): UpdatePlan {
  const { filter, arrayFilters = [], collation } = declared
  const update = parseUpdate(declared.update, collation)
  return { filter, update, elementFilters: parseArrayFilters(arrayFilters, update, collation), collation }
}

/** Updates one found document; answers the document as it is afterwards. */
export function updateOne(request: CommandRequest, plan: UpdatePlan, { document, match }: Found): Document {
  const target = { document, position: match.position, isInsert: false }
  const result = applyUpdate(plan.update, target, plan.elementFilters)
  // A write that changes nothing is no write: it must not count, nor cost a place in the journal.
  if (isIdentical(document, result)) return document
  request.changes.replace(request.changes.ensureCollection(namespaceOf(request)), result)
  return result
}

/** Inserts what an upsert makes of its filter and update. */
export function insertUpsert(request: CommandRequest, plan: UpdatePlan): Document {
  const isReplacement = plan.update.kind === 'replacement'
  const start = isReplacement ? replacementSeed(plan.filter) : upsertSeed(plan.filter)
  const target = { document: start, isInsert: true }
  const document = withIdFirst(applyUpdate(plan.update, target, plan.elementFilters))
  const collection = request.changes.ensureCollection(namespaceOf(request))
  request.changes.insert(collection, document)
  request.state.likeProduction?.upserted(
    { namespace: collection.namespace, filter: plan.filter, indexes: collection.indexes.values() },
    request.changes,
  )
  return document
}

/** Throws `DuplicateKey` for an upsert that found a document which another one has only just inserted, like production. */
export function raceUpsert(request: CommandRequest, filter: Document): void {
  const namespace = namespaceOf(request)
  const indexes = request.state.store.collections.get(namespace)?.indexes.values() ?? []
  request.state.likeProduction?.race({ namespace, filter, indexes }, ({ name, key, values }) =>
    duplicateKeyError({ namespace, index: { name, key }, values }),
  )
}

const statementFields = {
  q: 'document',
  u: 'value',
  multi: 'boolean',
  upsert: 'boolean',
  arrayFilters: 'documents',
  hint: 'value',
  collation: 'document',
} as const

interface Outcome {
  n: number
  nModified: number
  upserted: Document[]
}

interface Statement {
  plan: UpdatePlan
  hint: unknown
  isMulti: boolean
  isUpsert: boolean
}

function readStatement(document: Document): Statement {
  const { q, u, multi, upsert, arrayFilters, hint, collation } = readDocumentFields(
    document,
    'update.updates',
    statementFields,
  )
  const plan = planUpdate({
    filter: requireField(q, 'update.updates.q'),
    update: requireField(u, 'update.updates.u'),
    arrayFilters,
    collation: readCollation(collation),
  })
  if (multi && plan.update.kind === 'replacement') {
    throw new CommandError('FailedToParse', 'multi update is not supported for replacement-style update')
  }
  return { plan, hint, isMulti: Boolean(multi), isUpsert: Boolean(upsert) }
}

function runStatement(request: CommandRequest, statement: Statement, outcome: Outcome): Document | undefined {
  const collection: Collection | undefined = request.state.store.collections.get(namespaceOf(request))
  const found = findMatches(collection, statement.plan.filter, {
    limit: statement.isMulti ? 0 : 1,
    trace: request.trace,
    hint: statement.hint,
    collation: statement.plan.collation,
  })
  const namespace = namespaceOf(request)
  const { filter } = statement.plan
  if (found.length > 0 && statement.isUpsert) raceUpsert(request, filter)
  for (const [position, match] of found.entries()) {
    if (!request.trace)
      request.state.likeProduction?.interruptAt({ namespace, filter, position, count: found.length })
    const result = updateOne(request, statement.plan, match)
    outcome.n++
    if (result !== match.document) outcome.nModified++
  }
  return found.length === 0 && statement.isUpsert ? insertUpsert(request, statement.plan) : undefined
}

export const update: Command = (request) => {
  const { updates, ordered } = readFields(request, {
    updates: 'documents',
    ordered: 'boolean',
    bypassDocumentValidation: 'boolean',
  })
  const outcome: Outcome = { n: 0, nModified: 0, upserted: [] }
  const writeErrors = runStatements(
    requireStatements(updates, 'update.updates'),
    ordered,
    (document, index) => {
      const inserted = runStatement(request, readStatement(document), outcome)
      if (!inserted) return
      outcome.n++
      outcome.upserted.push({ index, _id: inserted['_id'] })
    },
  )
  const { n, nModified, upserted } = outcome
  return withErrors(upserted.length > 0 ? { n, nModified, upserted } : { n, nModified }, writeErrors)
}
