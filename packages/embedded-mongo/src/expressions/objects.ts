import { CommandError } from '../errors'
import { type Document, isDocument, isNullish, setField, typeNameOf } from '../values/value'
import {
  asArray,
  asString,
  type OperatorTable,
  overArguments,
  overPresent,
  unary,
  variadic,
} from './expression'

function merge(values: unknown[]): Document {
  const result: Document = {}
  const [first] = values
  const sources: unknown[] = values.length === 1 && Array.isArray(first) ? first : values
  for (const source of sources) {
    if (isNullish(source)) continue
    if (!isDocument(source)) {
      throw new CommandError(
        'TypeMismatch',
        `$mergeObjects requires object inputs, not ${typeNameOf(source)}`,
      )
    }
    for (const [name, value] of Object.entries(source)) setField(result, name, value)
  }
  return result
}

function toPairs([value]: unknown[]): Document[] {
  if (!isDocument(value)) {
    throw new CommandError('TypeMismatch', `$objectToArray requires an object, not ${typeNameOf(value)}`)
  }
  return Object.entries(value).map(([k, v]) => ({ k, v }))
}

function pairOf(item: unknown): [unknown, unknown] {
  if (Array.isArray(item) && item.length === 2) return [item[0], item[1]]
  if (isDocument(item) && Object.keys(item).sort().join() === 'k,v') return [item['k'], item['v']]
  throw new CommandError('TypeMismatch', '$arrayToObject needs items of the form [key, value] or {k, v}')
}

function fromPairs([list]: unknown[]): Document {
  const result: Document = {}
  for (const item of asArray(list, '$arrayToObject')) {
    const [name, value] = pairOf(item)
    const key = asString(name, '$arrayToObject')
    if (key.includes('\0'))
      throw new CommandError('BadValue', 'Key field cannot contain an embedded null byte')
    setField(result, key, value)
  }
  return result
}

export const objectOperators: OperatorTable = {
  $arrayToObject: overPresent(unary, fromPairs),
  $mergeObjects: overArguments(variadic, merge),
  $objectToArray: overPresent(unary, toPairs),
}
