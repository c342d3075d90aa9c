import { unsupported } from '../errors'
import { assertPlainName, type Document, getField, isDocument } from './value'

/** The components of a dotted path, at least one. */
export type Path = readonly string[]

/**
 * Called for each value a path leads to; `undefined` means the path ends in nothing. Returning true stops the walk.
 * `isLeaf` is false when an explicit index chose the value: MongoDB does not look inside it when it is an array.
 */
export type Visit = (value: unknown, isLeaf: boolean) => boolean

export function splitPath(path: string): Path {
  const components = path.split('.')
  components.forEach(assertPlainName)
  return components
}

export function isIndex(component: string): boolean {
  return /^(0|[1-9]\d*)$/.test(component)
}

/** Splits a path of a projection, a sort or an expression, which has neither empty names nor operators. */
export function splitFieldPath(field: string): Path {
  const path = splitPath(field)
  if (path.some((name) => name === '' || name.startsWith('$') || name.includes('\0')))
    throw unsupported(`the path '${field}'`)
  return path
}

/** Whether `visit` accepts any value at the path, entering arrays on the way as a MongoDB filter does. */
export function someAtPath(document: Document, path: Path, visit: Visit, depth = 0): boolean {
  const value = getField(document, path[depth] ?? '')
  if (depth + 1 === path.length) return visit(value, true)
  if (Array.isArray(value)) return someInArray(value, path, visit, depth + 1)
  return isDocument(value) ? someAtPath(value, path, visit, depth + 1) : visit(undefined, true)
}

function someInArray(array: unknown[], path: Path, visit: Visit, depth: number): boolean {
  const name = path[depth] ?? ''
  if (isIndex(name) && Number(name) < array.length) {
    const element: unknown = array[Number(name)]
    if (depth + 1 === path.length) {
      if (visit(element, false)) return true
    } else if (Array.isArray(element)) {
      if (someInArray(element, path, visit, depth + 1)) return true
    } else if (isDocument(element) && someAtPath(element, path, visit, depth + 1)) return true
  }
  return array.some((element) => isDocument(element) && someAtPath(element, path, visit, depth))
}

/** At least one: elements in place of arrays, null for a missing field, `undefined` for an empty array, which MongoDB orders before null. */
function indexedValues(value: unknown, path: Path, depth = 0): unknown[] {
  const isEnd = depth === path.length
  if (Array.isArray(value)) {
    if (value.length === 0) return [isEnd ? undefined : null]
    if (isEnd) return value
    if (isIndex(path[depth] ?? ''))
      throw unsupported(`the position in '${path.join('.')}' in an index or a sort`)
    return value.flatMap((element) => (isDocument(element) ? indexedValues(element, path, depth) : [null]))
  }
  if (isEnd) return [value ?? null]
  return isDocument(value) ? indexedValues(getField(value, path[depth] ?? ''), path, depth + 1) : [null]
}

/**
 * The keys of a document in an index over several paths, at least one, each with one value per path.
 * @see https://www.mongodb.com/docs/manual/core/indexes/index-types/index-multikey/
 */
export function indexKeys(document: Document, paths: readonly Path[]): unknown[][] {
  const fields = paths.map((path) => indexedValues(document, path))
  const [several, alsoSeveral] = fields.filter((values) => values.length > 1)
  if (alsoSeveral) throw unsupported('an index or a sort by two fields with several values')
  if (!several) return [fields.map(([value]) => value)]
  return several.map((value) => fields.map((values) => (values === several ? value : values[0])))
}
