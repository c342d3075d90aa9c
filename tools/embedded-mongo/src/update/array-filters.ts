import { CommandError } from '../errors'
import { compileFilter } from '../query/compile-filter'
import type { Collation } from '../values/collation'
import { splitPath } from '../values/document-path'
import { type Document, fieldsOf, isDocument, setField } from '../values/value'

export type ElementFilters = Map<string, (element: unknown) => boolean>

function identifiersOf(filter: Document): string[] {
  return fieldsOf(filter).flatMap(([field, condition]) => {
    if (!field.startsWith('$')) return [splitPath(field)[0] ?? '']
    return Array.isArray(condition) ? condition.filter(isDocument).flatMap(identifiersOf) : []
  })
}

const identifierPattern = /^[a-z][a-zA-Z0-9]*$/

function identifierOf(filter: Document): string {
  const [identifier, other] = [...new Set(identifiersOf(filter))]
  if (identifier === undefined) {
    throw new CommandError(
      'FailedToParse',
      'Cannot use an expression without a top-level field name in arrayFilters',
    )
  }
  if (other !== undefined) {
    throw new CommandError(
      'FailedToParse',
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${identifier}' and '${other}'`,
    )
  }
  if (identifierPattern.test(identifier)) return identifier
  throw new CommandError(
    'BadValue',
    `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${identifier}'`,
  )
}

/**
 * Compiles `arrayFilters`: one filter per identifier, each about one element.
 * @see https://www.mongodb.com/docs/manual/reference/operator/update/positional-filtered/
 */
export function compileArrayFilters(filters: Document[], collation: Collation | undefined): ElementFilters {
  const compiled: ElementFilters = new Map()
  for (const filter of filters) {
    const matches = compileFilter(filter, collation)
    const identifier = identifierOf(filter)
    if (compiled.has(identifier)) {
      throw new CommandError(
        'FailedToParse',
        `Found multiple array filters with the same top-level field name ${identifier}`,
      )
    }
    compiled.set(identifier, (element) => {
      const wrapped: Document = {}
      setField(wrapped, identifier, element)
      return matches(wrapped)
    })
  }
  return compiled
}
