import { ObjectId } from 'bson'
import { CommandError } from '../errors'
import { isSameValue } from '../values/compare-values'
import type { Path } from '../values/document-path'
import { cloneDocument, type Document } from '../values/value'
import { applyChange } from './apply-change'
import type { ElementFilters } from './array-filters'
import { expandPath } from './expand-path'
import type { Update } from './parse-update'

export interface UpdateTarget {
  document: Document
  /** The array index the filter matched at, for the positional operator `$`. */
  position?: number
  isInsert: boolean
}

/** The document with `_id` first, a new one when it has none. */
export function withIdFirst(document: Document): Document {
  const { _id = new ObjectId(), ...rest } = document
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

/** Applies a parsed update and returns the new document; the old one is left as it was. */
export function applyUpdate(update: Update, target: UpdateTarget, filters: ElementFilters): Document {
  if (update.kind === 'replacement') return replace(update.document, target)
  const original = target.document
  const result = update.kind === 'pipeline' ? update.transform(original) : cloneDocument(original)
  if (update.kind === 'modifications') {
    for (const modification of update.modifications) {
      if (modification.operator === '$setOnInsert' && !target.isInsert) continue
      for (const path of expandPath(result, positioned(modification.path, target), filters)) {
        applyChange(result, path, (current) =>
          modification.change(current, { original, field: path.join('.') }),
        )
      }
    }
  }
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
