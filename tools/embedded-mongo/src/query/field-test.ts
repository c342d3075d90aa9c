import { type Path, someAtPath } from '../values/document-path'
import type { Document } from '../values/value'

/** Where a filter found its match in an array; the positional operator `$` of an update reads it. */
export interface ArrayMatch {
  position?: number
}

/** One condition of a filter, asked of a field of a document or of one element of an array. */
export interface FieldTest {
  atPath(document: Document, path: Path, match?: ArrayMatch): boolean
  atElement(value: unknown, match?: ArrayMatch): boolean
}

export type ValueTest = (value: unknown, match?: ArrayMatch) => boolean

function remember(match: ArrayMatch | undefined, position: number | undefined): true {
  if (match && position !== undefined) match.position = position
  return true
}

/** True when the test accepts the value at the path, or any element of it when it is an array. */
export function testElements(test: ValueTest): FieldTest {
  return {
    atElement: test,
    atPath: (document, path, match) =>
      someAtPath(document, path, (value, position, isLeaf) => {
        if (isLeaf && Array.isArray(value)) {
          const index = value.findIndex((element) => test(element))
          if (index >= 0) return remember(match, position ?? index)
        }
        return test(value) && remember(match, position)
      }),
  }
}

/** True when the test accepts the value at the path as it is, arrays included. */
export function testWhole(test: ValueTest): FieldTest {
  return {
    atElement: test,
    atPath: (document, path, match) =>
      someAtPath(document, path, (value, position) => test(value, match) && remember(match, position)),
  }
}

export function testNot(inner: FieldTest): FieldTest {
  return {
    atElement: (value) => !inner.atElement(value),
    atPath: (document, path) => !inner.atPath(document, path),
  }
}

export function testEvery(tests: FieldTest[]): FieldTest {
  return {
    atElement: (value, match) => tests.every((test) => test.atElement(value, match)),
    atPath: (document, path, match) => tests.every((test) => test.atPath(document, path, match)),
  }
}
