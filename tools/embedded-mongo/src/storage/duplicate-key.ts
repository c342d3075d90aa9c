import { EJSON } from 'bson'
import { CommandError } from '../errors'
import type { IndexSpecification } from './effect'

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
    `E11000 duplicate key error collection: ${namespace} index: ${name} dup key: ${EJSON.stringify(keyValue)}`,
    { keyPattern: key, keyValue },
  )
}
