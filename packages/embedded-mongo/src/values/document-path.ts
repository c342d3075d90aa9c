import { type Document, getField, isDocument } from './value'

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
  return path.split('.')
}

export function isIndex(component: string): boolean {
  return indexPattern.test(component)
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
 * The values an index or a sort sees at a path, at least one: elements in place of arrays, null for a missing
 * field, `undefined` for an empty array (which MongoDB orders before null).
 */
export function indexedValues(document: Document, path: Path): unknown[] {
  const values: unknown[] = []
  someAtPath(document, path, (value) => {
    if (!Array.isArray(value)) values.push(value === undefined ? null : value)
    else if (value.length === 0) values.push(undefined)
    else values.push(...value)
    return false
  })
  return values.length === 0 ? [null] : values
}
