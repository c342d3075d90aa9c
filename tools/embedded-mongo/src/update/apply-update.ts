import { ObjectId } from 'bson'
import { CommandError } from '../errors'
import { isSameValue } from '../values/compare-values'
import type { Path } from '../values/document-path'
import { assertDepth, cloneDocument, type Document, fieldNames, isDocument, kindOf } from '../values/value'
import { applyChange } from './apply-change'
import type { ElementFilters } from './array-filters'
import { expandPath } from './expand-path'
import type { Modification } from './modification'
import type { Update } from './parse-update'
import { ChangedPaths } from './path-conflicts'

export interface UpdateTarget {
  document: Document
  /** The array index the filter matched at, for the positional operator `$`. */
  position?: number
  isInsert: boolean
}

const referenceFields = ['$ref', '$id', '$db']

function checkId(id: unknown): void {
  const kind = kindOf(id)
  if (kind === 'array' || kind === 'regex') {
    throw new CommandError('InvalidIdField', `The '_id' value cannot be of type ${kind}`)
  }
  const dollar = isDocument(id)
    ? fieldNames(id).find((name) => name.startsWith('$') && !referenceFields.includes(name))
    : undefined
  if (dollar === undefined) return
  throw new CommandError(
    'DollarPrefixedFieldName',
    `_id fields may not contain '$'-prefixed fields: ${dollar} is not valid for storage.`,
  )
}

/** The document with `_id` first, a new one when it has none. Throws for values that `_id` cannot have. */
export function withIdFirst(document: Document): Document {
  const { _id = new ObjectId(), ...rest } = document
  checkId(_id)
  return { _id, ...rest }
}

function replace(document: Document, target: UpdateTarget): Document {
  const previousId = target.document['_id']
  const result = withIdFirst({ _id: previousId, ...document })
  if (previousId !== undefined && !isSameValue(result['_id'], previousId)) throw alteredId(result['_id'])
  return result
}

function alteredId(id: unknown): CommandError {
  return new CommandError(
    'ImmutableField',
    `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${String(id)}`,
  )
}

function applyModifications(
  modifications: Modification[],
  target: UpdateTarget,
  filters: ElementFilters,
): Document {
  const original = target.document
  const result = cloneDocument(original)
  const changed = new ChangedPaths()
  const isDynamic = modifications.some(({ path }) => path.some((name) => name.startsWith('$')))
  for (const { path, operator, change } of modifications) {
    for (const expanded of expandPath(result, positioned(path, target), filters)) {
      const conflict = isDynamic ? changed.add(expanded) : undefined
      if (conflict !== undefined) {
        throw new CommandError('ConflictingUpdateOperators', `Update created a conflict at '${conflict}'`)
      }
      if (operator === '$setOnInsert' && !target.isInsert) continue
      applyChange(result, expanded, (current) => change(current, { original, field: expanded.join('.') }))
    }
  }
  return result
}

/** What one command brings along is not too deep by itself; only long paths and computed fields add to it. */
function mayDeepen(update: Update): boolean {
  return update.kind !== 'modifications' || update.modifications.some(({ path }) => path.length > 2)
}

/** Applies a parsed update and returns the new document; the old one is left as it was. */
export function applyUpdate(update: Update, target: UpdateTarget, filters: ElementFilters): Document {
  if (update.kind === 'replacement') return replace(update.document, target)
  const original = target.document
  const result =
    update.kind === 'pipeline'
      ? update.transform(original)
      : applyModifications(update.modifications, target, filters)
  if (mayDeepen(update)) assertDepth(result)
  assertSameId(original, result)
  return result
}

function assertSameId(original: Document, result: Document): void {
  const before = original['_id']
  if (before === undefined || (result['_id'] !== undefined && isSameValue(before, result['_id']))) return
  throw new CommandError(
    'ImmutableField',
    "Performing an update on the path '_id' would modify the immutable field '_id'",
  )
}

function positioned(path: Path, target: UpdateTarget): Path {
  if (!path.includes('$')) return path
  if (target.position === undefined) {
    throw new CommandError(
      'BadValue',
      'The positional operator did not find the match needed from the query.',
    )
  }
  return path.map((name) => (name === '$' ? String(target.position) : name))
}
