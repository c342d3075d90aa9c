import { unsupported } from '../errors'
import { someAtPath, splitFieldPath } from '../values/document-path'
import { type Document } from '../values/value'
import type { Stage } from './group'

/** The documents of another collection of the same database that pass a filter. */
export type FindInCollection = (collection: string, filter: Document) => Document[]

/**
 * Compiles `$lookup` by equality of a local and a foreign field.
 * @see https://www.mongodb.com/docs/manual/reference/operator/aggregation/lookup/
 */
export function compileLookup(specification: Document, find: FindInCollection): Stage {
  const unknownField = Object.keys(specification).find(
    (name) => !['from', 'localField', 'foreignField', 'as'].includes(name),
  )
  if (unknownField !== undefined) throw unsupported(`'${unknownField}' of $lookup`)
  const { from, localField, foreignField, as } = specification
  if (![from, localField, foreignField, as].every((name) => typeof name === 'string'))
    throw unsupported('$lookup without names of its collection and its fields')
  const localPath = splitFieldPath(String(localField))
  if (splitFieldPath(String(as)).length > 1) throw unsupported(`$lookup as '${String(as)}'`)
  return (documents) =>
    documents.map((document) => {
      // The elements of an array in place of the array, and null where there is nothing.
      const values: unknown[] = []
      someAtPath(document, localPath, (value) => {
        if (Array.isArray(value)) values.push(...(value as unknown[]))
        else if (value !== undefined) values.push(value)
        return false
      })
      const result = { ...document }
      const filter = { [String(foreignField)]: { $in: values.length === 0 ? [null] : values } }
      result[String(as)] = find(String(from), filter)
      return result
    })
}
