import { unsupported } from '../errors'
import { isIndex, type Path } from '../values/document-path'
import { type Document, getField, isDocument } from '../values/value'

type Container = Document | unknown[]

const isContainer = (value: unknown): value is Container => Array.isArray(value) || isDocument(value)

/** The value of a name in a document, or at an index that there is in an array. */
export function childOf(container: Container, name: string, path: Path): unknown {
  if (!Array.isArray(container)) return getField(container, name)
  if (isIndex(name) && Number(name) < container.length) return container[Number(name)]
  throw unsupported(`the update of '${path.join('.')}', where '${name}' is not in the array`)
}

function write(container: Container, name: string, value: unknown): void {
  if (Array.isArray(container)) container[Number(name)] = value === undefined ? null : value
  else if (value === undefined) delete container[name]
  else container[name] = value
}

/**
 * Changes the value at a path in place, making missing parents when the change yields a value; `undefined` stands for a
 * missing value, before and after.
 */
export function applyChange(document: Document, path: Path, change: (current: unknown) => unknown): void {
  let container: Container = document
  for (const [depth, name] of path.entries()) {
    const current = childOf(container, name, path)
    const rest = path.slice(depth + 1)
    if (rest.length > 0 && isContainer(current)) {
      container = current
      continue
    }
    const next = change(rest.length === 0 ? current : undefined)
    if (next === undefined && rest.length > 0) return
    if (rest.length > 0 && current !== undefined)
      throw unsupported(
        `the update of '${path.join('.')}', where '${name}' is neither a document nor an array`,
      )
    // Missing parents are documents.
    return write(
      container,
      name,
      rest.reduceRight((inner, parent) => ({ [parent]: inner }), next),
    )
  }
}
