import { CommandError } from '../errors'
import { compileElementFilter } from '../query/compile-filter'
import { compileSort } from '../query/sort-documents'
import type { Collation } from '../values/collation'
import { compareValues, isSameValue } from '../values/compare-values'
import { splitPath } from '../values/document-path'
import { type Document, fieldsOf, isDocument, isNumber, toNumber, typeNameOf } from '../values/value'
import type { ChangeContext, CompileModification } from './modification'

interface PushOptions {
  each: unknown[]
  position?: number
  slice?: number
  sort?: (list: unknown[]) => unknown[]
}

function arrayOf(current: unknown, { field, original }: ChangeContext): unknown[] {
  if (current === undefined) return []
  if (Array.isArray(current)) return current
  const type = typeNameOf(current)
  throw new CommandError(
    'BadValue',
    `The field '${field}' must be an array but is of type ${type} in document {_id: ${String(original['_id'])}}`,
  )
}

function wholeNumber(value: unknown, modifier: string): number | undefined {
  if (value === undefined) return undefined
  const number = isNumber(value) ? toNumber(value) : undefined
  if (number !== undefined && Number.isSafeInteger(number)) return number
  throw new CommandError(
    'BadValue',
    `The value for ${modifier} must be an integer value but was given type: ${typeNameOf(value)}`,
  )
}

function isDirection(value: unknown): boolean {
  return isNumber(value) && Math.abs(toNumber(value)) === 1
}

function checkElementSort(specification: unknown): void {
  if (!isDocument(specification)) {
    if (isDirection(specification)) return
    throw new CommandError(
      'BadValue',
      isNumber(specification)
        ? 'The $sort element value must be either 1 or -1'
        : 'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields',
    )
  }
  const fields = fieldsOf(specification)
  if (fields.length === 0) {
    throw new CommandError('BadValue', 'The $sort pattern is empty when it should be a set of fields.')
  }
  for (const [field, direction] of fields) {
    if (splitPath(field).includes('')) {
      throw new CommandError('BadValue', `The $sort field '${field}' has an empty component`)
    }
    if (!isDirection(direction)) {
      throw new CommandError('BadValue', 'The $sort element value must be either 1 or -1')
    }
  }
}

function compileElementSort(specification: unknown, collation: Collation | undefined): PushOptions['sort'] {
  if (specification === undefined) return undefined
  checkElementSort(specification)
  if (!isDocument(specification)) {
    const direction = isNumber(specification) ? toNumber(specification) : 1
    return (list) => list.toSorted((left, right) => compareValues(left, right, collation) * direction)
  }
  const sort = compileSort(specification, collation)
  // Elements that are not documents have none of the fields, and sort as such.
  return (list) => {
    const rows = new Map<Document, unknown>(
      list.map((element) => [isDocument(element) ? { ...element } : {}, element]),
    )
    return sort([...rows.keys()]).map((row) => rows.get(row))
  }
}

function parsePush(operand: unknown, collation: Collation | undefined): PushOptions {
  if (!isDocument(operand) || !('$each' in operand)) return { each: [operand] }
  const { $each, $position, $slice, $sort, ...rest } = operand
  const other = Object.keys(rest)[0]
  if (other !== undefined) throw new CommandError('BadValue', `Unrecognized clause in $push: ${other}`)
  if (!Array.isArray($each))
    throw new CommandError(
      'BadValue',
      `The argument to $each in $push must be an array but it was of type: ${typeNameOf($each)}`,
    )
  return {
    each: $each,
    position: wholeNumber($position, '$position'),
    slice: wholeNumber($slice, '$slice'),
    sort: compileElementSort($sort, collation),
  }
}

const compilePush: CompileModification = (operand, { collation }) => {
  const { each, position, slice, sort } = parsePush(operand, collation)
  return (current, context) => {
    const list = arrayOf(current, context)
    const grown = list.toSpliced(position ?? list.length, 0, ...each)
    const sorted = sort ? sort(grown) : grown
    if (slice === undefined) return sorted
    return slice < 0 ? sorted.slice(slice) : sorted.slice(0, slice)
  }
}

function addedToSet(operand: unknown): unknown[] {
  if (!isDocument(operand) || Object.keys(operand)[0] !== '$each') return [operand]
  const { $each, ...rest } = operand
  if (!Array.isArray($each)) {
    throw new CommandError(
      'TypeMismatch',
      `The argument to $each in $addToSet must be an array but it was of type ${typeNameOf($each)}`,
    )
  }
  if (Object.keys(rest).length > 0) {
    throw new CommandError('BadValue', 'Found unexpected fields after $each in $addToSet')
  }
  return $each
}

const compileAddToSet: CompileModification = (operand, { collation }) => {
  const added = addedToSet(operand)
  return (current, { field }) => {
    if (current !== undefined && !Array.isArray(current)) {
      throw new CommandError(
        'BadValue',
        `Cannot apply $addToSet to non-array field. Field named '${field}' has non-array type ${typeNameOf(current)}`,
      )
    }
    return added.reduce<unknown[]>(
      (list, value) =>
        list.some((element) => isSameValue(element, value, collation)) ? list : [...list, value],
      current ?? [],
    )
  }
}

const compilePull: CompileModification = (operand, { collation }) => {
  const removes = compileElementFilter(operand, collation)
  return (current) => {
    if (current === undefined) return undefined
    if (!Array.isArray(current)) throw new CommandError('BadValue', 'Cannot apply $pull to a non-array value')
    return current.filter((element) => !removes(element))
  }
}

export const arrayOperators: Record<string, CompileModification> = {
  $push: compilePush,
  $addToSet: compileAddToSet,
  $pull: compilePull,
}
