import { CommandError } from '../errors'
import { compileElementFilter } from '../query/compile-filter'
import { compileSort } from '../query/sort-documents'
import { compareValues, isSameValue } from '../values/compare-values'
import { type Document, isDocument, typeNameOf } from '../values/value'
import type { ChangeContext, ChangeValue, CompileModification } from './modification'

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
  if (Number.isInteger(value)) return Number(value)
  throw new CommandError(
    'BadValue',
    `The value for ${modifier} must be an integer value but was given type: ${typeNameOf(value)}`,
  )
}

function compileElementSort(specification: unknown): PushOptions['sort'] {
  if (specification === undefined) return undefined
  if (specification === 1 || specification === -1) {
    return (list) => list.toSorted((left, right) => compareValues(left, right) * specification)
  }
  if (!isDocument(specification))
    throw new CommandError('BadValue', 'The $sort is invalid: use 1/-1 to sort the whole element')
  const sort = compileSort(specification)
  // Elements that are not documents have none of the fields, and sort as such.
  return (list) => {
    const rows = new Map<Document, unknown>(
      list.map((element) => [isDocument(element) ? { ...element } : {}, element]),
    )
    return sort([...rows.keys()]).map((row) => rows.get(row))
  }
}

function parsePush(operand: unknown): PushOptions {
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
    sort: compileElementSort($sort),
  }
}

function compilePush(_field: string, operand: unknown): ChangeValue {
  const { each, position, slice, sort } = parsePush(operand)
  return (current, context) => {
    const list = arrayOf(current, context)
    const at = position ?? list.length
    const grown = list.toSpliced(at, 0, ...each)
    const sorted = sort ? sort(grown) : grown
    if (slice === undefined) return sorted
    return slice < 0 ? sorted.slice(slice) : sorted.slice(0, slice)
  }
}

function compileAddToSet(_field: string, operand: unknown): ChangeValue {
  const isEach = isDocument(operand) && '$each' in operand
  if (isEach && (Object.keys(operand).length > 1 || !Array.isArray(operand['$each']))) {
    throw new CommandError('BadValue', '$addToSet takes $each with an array and no other modifier')
  }
  const added: unknown[] = isEach ? (operand['$each'] as unknown[]) : [operand]
  return (current, context) =>
    added.reduce<unknown[]>(
      (list, value) => (list.some((element) => isSameValue(element, value)) ? list : [...list, value]),
      arrayOf(current, context),
    )
}

function compileRemoval(operator: string, removes: (element: unknown) => boolean): ChangeValue {
  return (current) => {
    if (current === undefined) return undefined
    if (!Array.isArray(current))
      throw new CommandError('BadValue', `Cannot apply ${operator} to a non-array value`)
    return current.filter((element) => !removes(element))
  }
}

function compilePullAll(_field: string, operand: unknown): ChangeValue {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', '$pullAll requires an array argument')
  return compileRemoval('$pullAll', (element) => operand.some((value) => isSameValue(element, value)))
}

function compilePop(field: string, operand: unknown): ChangeValue {
  if (operand !== 1 && operand !== -1) throw new CommandError('FailedToParse', '$pop expects 1 or -1')
  return (current) => {
    if (current === undefined) return undefined
    if (!Array.isArray(current)) {
      throw new CommandError(
        'TypeMismatch',
        `Path '${field}' contains an element of non-array type '${typeNameOf(current)}'`,
      )
    }
    return operand === 1 ? current.slice(0, -1) : current.slice(1)
  }
}

export const arrayOperators: Record<string, CompileModification> = {
  $push: compilePush,
  $addToSet: compileAddToSet,
  $pull: (_field, operand) => compileRemoval('$pull', compileElementFilter(operand)),
  $pullAll: compilePullAll,
  $pop: compilePop,
}
