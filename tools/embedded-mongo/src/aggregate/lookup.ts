import { BSONRegExp } from 'bson'
import { CommandError, unsupported } from '../errors'
import { withValueAt } from '../query/compile-add-fields'
import { type Path, someAtPath, splitFieldPath } from '../values/document-path'
import { type Document, fieldNames, isDocument, typeNameOf } from '../values/value'
import type { Stage, StageContext } from './stage'

function requireName(specification: Document, name: string): string {
  const value = specification[name]
  if (typeof value === 'string') return value
  if (value !== undefined) {
    throw new CommandError(
      'FailedToParse',
      `$lookup argument '${name}: ${String(value)}' must be a string, is type ${typeNameOf(value)}`,
    )
  }
  throw new CommandError('FailedToParse', `missing '${name}' option to $lookup stage specification`)
}

const knownOptions = ['from', 'localField', 'foreignField', 'as']
const optionsOfMongoDB = ['pipeline', 'let']

/**
 * What a local field is compared by: the elements of an array in place of the array, and null where there is nothing,
 * also in an empty array.
 */
function localValues(document: Document, path: Path): unknown[] {
  const values: unknown[] = []
  someAtPath(document, path, (value) => {
    if (Array.isArray(value)) values.push(...value)
    else if (value !== undefined) values.push(value)
    return false
  })
  return values.length === 0 ? [null] : values
}

/**
 * Compiles `$lookup` by equality of a local and a foreign field; the form with `pipeline` or `let` is refused.
 * @see https://www.mongodb.com/docs/manual/reference/operator/aggregation/lookup/
 */
export function compileLookup(specification: unknown, { find }: StageContext): Stage {
  if (!isDocument(specification)) {
    throw new CommandError(
      'FailedToParse',
      `the $lookup specification must be an Object, but found ${typeNameOf(specification)}`,
    )
  }
  const other = fieldNames(specification).find((name) => !knownOptions.includes(name))
  if (other !== undefined && optionsOfMongoDB.includes(other)) throw unsupported(`'${other}' of $lookup`)
  if (other !== undefined) throw new CommandError('FailedToParse', `unknown argument to $lookup: ${other}`)
  const as = splitFieldPath(requireName(specification, 'as'))
  const from = requireName(specification, 'from')
  const foreignField = requireName(specification, 'foreignField')
  const localPath = splitFieldPath(requireName(specification, 'localField'))
  splitFieldPath(foreignField)
  return (documents) =>
    documents.map((document) => {
      const values = localValues(document, localPath)
      if (values.some((value) => value instanceof BSONRegExp))
        throw unsupported('regular expressions as keys of $lookup')
      const joined = find(from, { [foreignField]: { $in: values } })
      // The root of a document stays a document.
      return withValueAt(document, as, joined) as Document
    })
}
