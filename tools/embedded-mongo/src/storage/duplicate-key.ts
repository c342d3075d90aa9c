import { Binary, ObjectId } from 'bson'
import { CommandError } from '../errors'
import { type Document, isDocument } from '../values/value'
import type { IndexSpecification } from './effect'

/** A value as MongoDB prints it in messages. */
function show(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`
  if (value instanceof Date) return `new Date(${value.getTime()})`
  if (value instanceof Binary) return `BinData(${value.sub_type}, ${value.toString('hex').toUpperCase()})`
  if (Array.isArray(value)) return `[ ${value.map(show).join(', ')} ]`
  return isDocument(value) ? showDocument(value) : String(value)
}

const showDocument = (document: Document): string =>
  `{ ${Object.entries(document)
    .map(([name, value]) => `${name}: ${show(value)}`)
    .join(', ')} }`

/**
 * The E11000 error, with the fields that mongoose and the services read.
 * @param values of the duplicate key, in the order of the index's fields
 */
export function duplicateKeyError(
  namespace: string,
  { name, key }: IndexSpecification,
  values: unknown[],
): CommandError {
  const keyValue = Object.fromEntries(
    Object.keys(key).map((field, position) => [field, values[position] ?? null]),
  )
  return new CommandError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${namespace} index: ${name} dup key: ${showDocument(keyValue)}`,
    { keyPattern: key, keyValue },
  )
}
