import { CommandError } from '../errors'
import { isIndex, type Path } from '../values/document-path'
import { type Document, getField, isDocument, typeNameOf } from '../values/value'
import type { ElementFilters } from './array-filters'

function childOf(container: unknown, name: string): unknown {
  if (Array.isArray(container)) return isIndex(name) ? container[Number(name)] : undefined
  return isDocument(container) ? getField(container, name) : undefined
}

function chosenIndexes(array: unknown, name: string, filters: ElementFilters): string[] {
  if (array === undefined) {
    throw new CommandError('BadValue', 'The path must exist in the document in order to apply array updates.')
  }
  if (!Array.isArray(array)) {
    throw new CommandError(
      'BadValue',
      `Cannot apply array updates to non-array element of type ${typeNameOf(array)}`,
    )
  }
  const identifier = name.slice(2, -1)
  const accepts = identifier === '' ? () => true : filters.get(identifier)
  if (!accepts) throw new CommandError('BadValue', `No array filter found for identifier '${identifier}'`)
  return [...array.keys()].filter((index) => accepts(array[index])).map(String)
}

/** Replaces `$[]` and `$[identifier]` in a path by the indexes they choose in this document. */
export function expandPath(document: Document, path: Path, filters: ElementFilters): Path[] {
  if (!path.some((name) => name.startsWith('$['))) return [path]
  let branches: { done: string[]; value: unknown }[] = [{ done: [], value: document }]
  for (const name of path) {
    branches = branches.flatMap(({ done, value }) => {
      const names = name.startsWith('$[') ? chosenIndexes(value, name, filters) : [name]
      return names.map((next) => ({ done: [...done, next], value: childOf(value, next) }))
    })
  }
  return branches.map(({ done }) => done)
}
