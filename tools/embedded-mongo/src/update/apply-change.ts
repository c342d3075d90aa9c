import { CommandError } from '../errors'
import { isIndex, type Path } from '../values/document-path'
import { type Document, getField, isDocument, removeField, setField, storedName } from '../values/value'

type Container = Document | unknown[]

// MongoDB refuses to fill a larger gap with nulls.
const maxPadding = 1_500_000

function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || isDocument(value)
}

function canHold(container: Container, name: string): boolean {
  return !Array.isArray(container) || isIndex(name)
}

function read(container: Container, name: string): unknown {
  return Array.isArray(container) ? container[Number(name)] : getField(container, name)
}

function write(container: Container, name: string, value: unknown): void {
  if (!Array.isArray(container)) {
    setField(container, name, value)
    return
  }
  const index = Number(name)
  if (index - container.length > maxPadding)
    throw new CommandError('BadValue', `can't backfill array to larger than ${maxPadding} elements`)
  while (container.length < index) container.push(null)
  container[index] = value
}

function remove(container: Container, name: string): void {
  if (!Array.isArray(container)) removeField(container, name)
  else if (Number(name) < container.length) container[Number(name)] = null
}

interface FieldTarget {
  container: Container
  path: Path
  /** The path's component that is missing from the container. */
  depth: number
}

/** Makes the missing rest of a path and puts the value at its end. */
function setMissing({ container, path, depth }: FieldTarget, value: unknown): void {
  const name = path[depth] ?? ''
  if (value === undefined) return
  if (!canHold(container, name)) throw notViable(path, depth)
  const nested = path
    .slice(depth + 1)
    .reduceRight((inner, parent) => ({ [storedName(parent)]: inner }), value)
  write(container, name, nested)
}

function notViable(path: Path, depth: number): CommandError {
  const parent = path.slice(0, depth).join('.')
  return new CommandError('PathNotViable', `Cannot create field '${path[depth]}' in element {${parent}}`)
}

/**
 * Changes the value at a path in place, making missing parents when the change yields a value.
 * Throws `PathNotViable` when a scalar is in the way.
 */
export function applyChange(document: Document, path: Path, change: (current: unknown) => unknown): void {
  let container: Container = document
  for (const [depth, name] of path.entries()) {
    const current: unknown = canHold(container, name) ? read(container, name) : undefined
    if (depth === path.length - 1) {
      const next = change(current)
      if (current === undefined) setMissing({ container, path, depth }, next)
      else if (next === undefined) remove(container, name)
      else write(container, name, next)
      return
    }
    if (isContainer(current)) container = current
    else if (current === undefined) return setMissing({ container, path, depth }, change(undefined))
    else if (change(undefined) === undefined) return
    else throw notViable(path, depth + 1)
  }
}
