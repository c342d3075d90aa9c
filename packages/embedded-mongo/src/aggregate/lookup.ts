import { BSONRegExp } from 'bson'
import { CommandError, unsupported } from '../errors'
import { splitFieldName, withValueAt } from '../query/compile-add-fields'
import { indexedValues, splitPath } from '../values/document-path'
import { type Document, isDocument } from '../values/value'
import type { FindInCollection, Stage } from './stage'

function requireName(specification: Document, name: string): string {
  const value = specification[name]
  if (typeof value === 'string' && value !== '') return value
  throw new CommandError('FailedToParse', `$lookup argument '${name}' must be a string`)
}

const knownOptions = ['from', 'localField', 'foreignField', 'as']

/** Compiles `$lookup` by equality of a local and a foreign field; the form with `pipeline` or `let` is refused. */
export function compileLookup(specification: unknown, find: FindInCollection): Stage {
  if (!isDocument(specification))
    throw new CommandError('FailedToParse', 'the $lookup specification must be an Object')
  const other = Object.keys(specification).find((name) => !knownOptions.includes(name))
  if (other !== undefined) throw unsupported(`'${other}' of $lookup`)
  const from = requireName(specification, 'from')
  const foreignField = requireName(specification, 'foreignField')
  const localPath = splitPath(requireName(specification, 'localField'))
  const as = splitFieldName(requireName(specification, 'as'))
  return (documents) =>
    documents.map((document) => {
      const values = indexedValues(document, localPath).filter((value) => value !== undefined)
      if (values.some((value) => value instanceof BSONRegExp))
        throw unsupported('regular expressions as keys of $lookup')
      const joined = find(from, { [foreignField]: { $in: values } })
      // The root of a document stays a document.
      return withValueAt(document, as, joined) as Document
    })
}
