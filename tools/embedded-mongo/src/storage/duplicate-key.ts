import { Binary, ObjectId } from 'bson'
import { CommandError } from '../errors'
import { type Document, isDocument } from '../values/value'

/** A value as MongoDB prints it in messages. */
export function show(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`
  if (value instanceof Date) return `new Date(${value.getTime()})`
  if (value instanceof Binary) return `BinData(${value.sub_type}, ${value.toString('hex').toUpperCase()})`
  if (Array.isArray(value)) return `[ ${value.map(show).join(', ')} ]`
  return isDocument(value) ? showKey(value) : String(value)
}

/** A document as MongoDB prints it in messages: `{ name: "x", age: 1 }`. */
export function showKey(document: Document): string {
  const fields = Object.entries(document).map(([name, value]) => `${name}: ${show(value)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

interface Duplicate {
  namespace: string
  index: { name: string; key: Document }
  /** The values of the duplicate key, in the order of the index's fields. */
  values: unknown[]
}

/** The E11000 error, with the fields that mongoose and the services read. */
export function duplicateKeyError({ namespace, index, values }: Duplicate): CommandError {
  const fields = Object.keys(index.key)
  const keyValue = Object.fromEntries(fields.map((field, position) => [field, values[position] ?? null]))
  return new CommandError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: ${showKey(keyValue)}`,
    { keyPattern: index.key, keyValue },
  )
}
