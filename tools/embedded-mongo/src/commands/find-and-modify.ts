import { CommandError, unsupported } from '../errors'
import { compileFindProjection } from '../query/compile-projection'
import { findMatches, type Found } from '../storage/find-documents'
import { readCollation } from '../values/collation'
import { type Document, fieldNames } from '../values/value'
import type { Command, CommandRequest } from './command'
import { type Fields, namespaceOf, readFields } from './read-fields'
import { insertUpsert, planUpdate, raceUpsert, updateOne } from './update'

const fields = {
  query: 'document',
  sort: 'document',
  remove: 'boolean',
  update: 'value',
  new: 'boolean',
  fields: 'document',
  upsert: 'boolean',
  arrayFilters: 'documents',
  bypassDocumentValidation: 'boolean',
  hint: 'value',
  collation: 'document',
} as const

interface Outcome {
  value: Document | null
  lastErrorObject: Document
}

function findFirst(request: CommandRequest, options: Fields<typeof fields>): Found | undefined {
  const collection = request.state.store.collections.get(namespaceOf(request))
  const { query = {}, sort, hint } = options
  return findMatches(collection, query, {
    sort,
    limit: 1,
    hint,
    collation: readCollation(options.collation),
    trace: request.trace,
  })[0]
}

function removeFound(request: CommandRequest, found: Found | undefined): Outcome {
  if (!found) return { value: null, lastErrorObject: { n: 0 } }
  if (!request.trace)
    request.changes.remove(request.changes.ensureCollection(namespaceOf(request)), found.document)
  return { value: found.document, lastErrorObject: { n: 1 } }
}

function checkOptions(options: Fields<typeof fields>): void {
  const { remove, update, upsert, new: isNew, arrayFilters } = options
  if (Boolean(remove) === (update !== undefined)) {
    throw new CommandError('FailedToParse', 'Either an update or remove=true must be specified, and not both')
  }
  if (remove && arrayFilters) {
    throw new CommandError('FailedToParse', 'Cannot specify arrayFilters and remove=true')
  }
  if (remove && (upsert || isNew)) {
    throw new CommandError('FailedToParse', 'Cannot specify upsert or new with remove=true')
  }
}

export const findAndModify: Command = (request) => {
  const options = readFields(request, fields)
  checkOptions(options)
  const { query = {}, remove, update, upsert } = options
  const collation = readCollation(options.collation)
  const projection = options.fields ?? {}
  if (fieldNames(projection).some((name) => name.endsWith('.$'))) {
    throw unsupported('the positional projection in findAndModify')
  }
  const project = compileFindProjection(projection, query, collation)
  const plan = remove
    ? undefined
    : planUpdate({ filter: query, update, arrayFilters: options.arrayFilters, collation })
  const found = findFirst(request, options)
  const outcome = plan
    ? updateFound(request, { plan, found, isNew: options.new, isUpsert: upsert })
    : removeFound(request, found)
  return { ...outcome, value: outcome.value && project(outcome.value) }
}

interface UpdateFound {
  plan: ReturnType<typeof planUpdate>
  found: Found | undefined
  isNew: boolean | undefined
  isUpsert: boolean | undefined
}

function updateFound(request: CommandRequest, { plan, found, isNew, isUpsert }: UpdateFound): Outcome {
  if (found) {
    if (isUpsert) raceUpsert(request, plan.filter)
    const after = updateOne(request, plan, found)
    return { value: isNew ? after : found.document, lastErrorObject: { n: 1, updatedExisting: true } }
  }
  if (!isUpsert) return { value: null, lastErrorObject: { n: 0, updatedExisting: false } }
  const inserted = insertUpsert(request, plan)
  return {
    value: isNew ? inserted : null,
    lastErrorObject: { n: 1, updatedExisting: false, upserted: inserted['_id'] },
  }
}
