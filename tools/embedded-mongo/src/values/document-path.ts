import { CommandError, unsupported } from '../errors'
import { type Document, getField, isDocument, plainName } from './value'

/** The components of a dotted path, at least one. */
export type Path = readonly string[]

/**
 * Called for each value a path leads to; `undefined` means the path ends in nothing. Returning true stops the walk.
 * `position` is the index taken in the outermost array. `isLeaf` is false when an explicit index chose the value,
 * in which case MongoDB does not look inside it when it is an array.
 */
export type Visit = (value: unknown, position: number | undefined, isLeaf: boolean) => boolean

const indexPattern = /^(0|[1-9]\d*)$/

export function splitPath(path: string): Path {
  return plainName(path).split('.')
}

export function isIndex(component: string): boolean {
  return indexPattern.test(component)
}

/**
 * Splits a path of a projection, a sort or an expression.
 * @throws like MongoDB's FieldPath for empty names and names that start with `$`.
 */
export function splitFieldPath(field: string): Path {
  const name = plainName(field)
  if (name === '') {
    throw new CommandError('Location40352', 'FieldPath cannot be constructed with empty string')
  }
  if (name.endsWith('.')) throw new CommandError('Location40353', "FieldPath must not end with a '.'.")
  if (name.includes('\0')) {
    throw new CommandError('Location16411', "FieldPath field names may not contain '\\0'.")
  }
  const path = splitPath(name)
  if (path.includes('')) {
    throw new CommandError('Location15998', 'FieldPath field names may not be empty strings.')
  }
  if (path.some((component) => component.startsWith('$'))) {
    throw new CommandError(
      'Location16410',
      "FieldPath field names may not start with '$'. Consider using $getField or $setField.",
    )
  }
  return path
}

class PathWalk {
  constructor(
    private readonly path: Path,
    private readonly visit: Visit,
  ) {}

  intoDocument(document: Document, depth: number, position: number | undefined): boolean {
    const value = getField(document, this.path[depth] ?? '')
    if (depth + 1 === this.path.length) return this.visit(value, position, true)
    if (Array.isArray(value)) return this.intoArray(value, depth + 1, position)
    if (isDocument(value)) return this.intoDocument(value, depth + 1, position)
    return this.visit(undefined, position, true)
  }

  private intoArray(array: unknown[], depth: number, position: number | undefined): boolean {
    if (this.intoElement(array, depth, position)) return true
    return array.some(
      (element, index) => isDocument(element) && this.intoDocument(element, depth, position ?? index),
    )
  }

  private intoElement(array: unknown[], depth: number, position: number | undefined): boolean {
    const component = this.path[depth] ?? ''
    if (!isIndex(component) || Number(component) >= array.length) return false
    const element = array[Number(component)]
    const place = position ?? Number(component)
    if (depth + 1 === this.path.length) return this.visit(element, place, false)
    if (Array.isArray(element)) return this.intoArray(element, depth + 1, place)
    return isDocument(element) && this.intoDocument(element, depth + 1, place)
  }
}

/** Whether `visit` accepts any value at the path, entering arrays on the way as a MongoDB filter does. */
export function someAtPath(document: Document, path: Path, visit: Visit): boolean {
  return new PathWalk(path, visit).intoDocument(document, 0, undefined)
}

/**
 * The values an index sees at a path, at least one: elements in place of arrays, null for a missing field,
 * `undefined` for an empty array (which MongoDB orders before null).
 */
export function indexedValues(document: Document, path: Path): unknown[] {
  return indexKeys(document, [path]).map(([value]) => value)
}

/** What is left to find of one field's path; absent when its value is known. */
type Rest = Path | undefined

interface AtArray {
  array: unknown[]
  /** How many components lead to the array. */
  depth: number
}

/** The value at a path, or the first array on the way to it. */
function untilArray(document: Document, path: Path): { value: unknown } | AtArray {
  let value: unknown = document
  for (const [depth, name] of path.entries()) {
    if (Array.isArray(value)) return { array: value, depth }
    if (!isDocument(value)) return { value: undefined }
    value = getField(value, name)
  }
  return Array.isArray(value) ? { array: value, depth: path.length } : { value }
}

function isPlaced(rest: Rest, array: unknown[]): rest is Path {
  const [name] = rest ?? []
  if (name === undefined || !isIndex(name) || Number(name) >= array.length) return false
  if (array.some((element) => isDocument(element) && getField(element, name) !== undefined)) {
    throw unsupported(`the name '${name}' as a position in an array and as a field of its elements at once`)
  }
  return true
}

function parallelArrays(paths: readonly Path[], fields: number[]): CommandError {
  const names = fields.map((field) => `[${paths[field]?.[0] ?? ''}]`)
  return new CommandError('CannotIndexParallelArrays', `cannot index parallel arrays ${names.join(' ')}`)
}

class KeyGenerator {
  readonly keys: unknown[][] = []

  constructor(private readonly paths: readonly Path[]) {}

  generate(document: Document, known: readonly unknown[], rests: readonly Rest[]): void {
    const values = [...known]
    const left: Rest[] = rests.map(() => undefined)
    let shared: { array: unknown[]; prefix: string; field: number } | undefined
    for (const [field, rest] of rests.entries()) {
      if (!rest) continue
      const found = untilArray(document, rest)
      if ('value' in found) {
        values[field] = found.value === undefined ? null : found.value
        continue
      }
      const prefix = rest.slice(0, found.depth).join('.')
      shared ??= { array: found.array, prefix, field }
      if (shared.prefix !== prefix) throw parallelArrays(this.paths, [shared.field, field])
      left[field] = rest.slice(found.depth)
    }
    if (shared) this.spread(shared.array, values, left)
    else this.keys.push(values)
  }

  private spread(array: unknown[], values: unknown[], rests: Rest[]): void {
    for (const [field, rest] of rests.entries()) {
      // The one key is `undefined` for an empty array itself, null for what would be inside its elements.
      if (rest && array.length === 0) values[field] = rest.length === 0 ? undefined : null
    }
    if (array.length === 0) {
      this.keys.push(values)
      return
    }
    const placed = rests.map((rest) => isPlaced(rest, array))
    const isSpread = rests.some((rest, field) => rest && !placed[field])
    if (!isSpread) {
      // The elements at fixed positions, as fields of a document.
      this.generate(positionsOf(array, rests), values, rests)
      return
    }
    for (const element of array) {
      const known = values.map((value, field) => (rests[field]?.length === 0 ? element : value))
      const next = rests.map((rest, field) => (rest?.length === 0 || placed[field] ? undefined : rest))
      const withPlaced = placed.some(Boolean) ? this.placedValues(array, rests, placed, known) : known
      this.generate(isDocument(element) ? element : {}, withPlaced, next)
    }
  }

  private placedValues(array: unknown[], rests: Rest[], placed: boolean[], known: unknown[]): unknown[] {
    return known.map((value, field) => {
      const rest = rests[field]
      if (!rest || !placed[field]) return value
      const found = untilArray(positionsOf(array, [rest]), rest)
      if ('array' in found) throw parallelArrays(this.paths, [field])
      return found.value === undefined ? null : found.value
    })
  }
}

function positionsOf(array: unknown[], rests: Rest[]): Document {
  const document: Document = {}
  for (const rest of rests) {
    const [name] = rest ?? []
    if (name !== undefined) document[`\0${name}`] = array[Number(name)]
  }
  return document
}

/**
 * The keys of a document in an index over several paths, at least one, each with one value per path.
 * @throws `CannotIndexParallelArrays` when two paths lead into different arrays.
 * @see https://www.mongodb.com/docs/manual/core/indexes/index-types/index-multikey/
 */
export function indexKeys(document: Document, paths: readonly Path[]): unknown[][] {
  const single = simpleKey(document, paths)
  if (single) return [single]
  const generator = new KeyGenerator(paths)
  generator.generate(
    document,
    paths.map(() => null),
    paths,
  )
  return generator.keys
}

/** The only key of a document without arrays on the paths, which is the usual case. */
function simpleKey(document: Document, paths: readonly Path[]): unknown[] | undefined {
  const values: unknown[] = []
  for (const path of paths) {
    let value: unknown = document
    for (const name of path)
      value = isDocument(value) ? getField(value, name) : Array.isArray(value) ? value : undefined
    if (Array.isArray(value)) return undefined
    values.push(value === undefined ? null : value)
  }
  return values
}
