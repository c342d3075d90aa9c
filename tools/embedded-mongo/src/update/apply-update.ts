import { ObjectId } from 'bson'
import { unsupported } from '../errors'
import { isSameValue } from '../values/compare-values'
import type { Path } from '../values/document-path'
import { cloneDocument, type Document, isDocument } from '../values/value'
import { applyChange, childOf } from './apply-change'
import { type ElementFilters, elementsIn, type Update } from './parse-update'

/** The document with `_id` first, a new one when it has none. */
export function withIdFirst({ _id = new ObjectId(), ...rest }: Document): Document {
  if (isDocument(_id) && Object.keys(_id).some((name) => name.startsWith('$')))
    throw unsupported('an _id with operators')
  return { _id, ...rest }
}

/** Replaces `$[]` and `$[name]` in a path by the indexes they choose in this document. */
function expandPath(document: Document, path: Path, filters: ElementFilters): Path[] {
  let branches: { path: string[]; value: unknown }[] = [{ path: [], value: document }]
  for (const [depth, component] of path.entries()) {
    const elements = elementsIn(component)
    // The part of the path after the last choice need not exist.
    if (!path.slice(depth).some((name) => elementsIn(name) !== undefined))
      return branches.map((branch) => [...branch.path, ...path.slice(depth)])
    branches = branches.flatMap(({ path: done, value }) => {
      if (elements === undefined && isDocument(value))
        return [{ path: [...done, component], value: childOf(value, component, path) }]
      if (elements === undefined || !Array.isArray(value))
        throw unsupported(`the update of '${path.join('.')}' where '${done.join('.')}' is no array`)
      const accepts = filters.get(elements) ?? (() => true)
      return [...value.entries()]
        .filter(([, element]) => accepts(element))
        .map(([index, element]) => ({ path: [...done, String(index)], value: element as unknown }))
    })
  }
  return branches.map((branch) => branch.path)
}

function change(update: Update, original: Document, isInsert: boolean): Document {
  if (update.kind === 'replacement') return withIdFirst({ _id: original['_id'], ...update.document })
  if (update.kind === 'pipeline') return update.transform(original)
  const result = cloneDocument(original)
  for (const { path, isOnInsert, change: changeValue } of update.modifications)
    for (const expanded of expandPath(result, path, update.elementFilters))
      if (!isOnInsert || isInsert) applyChange(result, expanded, changeValue)
  return result
}

/**
 * Applies a parsed update and returns the new document; the old one is left as it was.
 * @param isInsert the document is what an upsert starts from
 */
export function applyUpdate(update: Update, original: Document, isInsert: boolean): Document {
  const result = change(update, original, isInsert)
  const before = original['_id']
  if (before === undefined || isSameValue(before, result['_id'])) return result
  throw unsupported('a change of an _id')
}
