import { CommandError } from '../errors'
import { compileProjection } from '../query/compile-projection'
import { findMatches, type Found } from '../storage/find-documents'
import type { Document } from '../values/value'
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
} as const

interface Outcome {
  value: Document | null
  lastErrorObject: Document
}

function findFirst(request: CommandRequest, query: Document, sort: Document | undefined): Found | undefined {
  const collection = request.state.store.collections.get(namespaceOf(request))
  return findMatches(collection, query, { sort, limit: 1, trace: request.trace })[0]
}

function removeFound(request: CommandRequest, found: Found | undefined): Outcome {
  if (!found) return { value: null, lastErrorObject: { n: 0 } }
  if (!request.trace)
    request.changes.remove(request.changes.ensureCollection(namespaceOf(request)), found.document)
  return { value: found.document, lastErrorObject: { n: 1 } }
}

function checkOptions({ remove, update, upsert, new: isNew }: Fields<typeof fields>): void {
  if (Boolean(remove) === (update !== undefined)) {
    throw new CommandError('FailedToParse', 'Either an update or remove=true must be specified, and not both')
  }
  if (remove && (upsert || isNew)) {
    throw new CommandError('FailedToParse', 'Cannot specify upsert or new with remove=true')
  }
}

export const findAndModify: Command = (request) => {
  const options = readFields(request, fields)
  checkOptions(options)
  const { query = {}, remove, update, upsert } = options
  const project = options.fields ? compileProjection(options.fields) : undefined
  const plan = remove ? undefined : planUpdate(query, update, options.arrayFilters)
  const found = findFirst(request, query, options.sort)
  const outcome = plan
    ? updateFound(request, { plan, found, isNew: options.new, isUpsert: upsert })
    : removeFound(request, found)
  return { ...outcome, value: outcome.value && project ? project(outcome.value) : outcome.value }
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
