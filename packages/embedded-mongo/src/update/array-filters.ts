import { CommandError } from '../errors'
import { compileFilter } from '../query/compile-filter'
import { type Document, isDocument } from '../values/value'

export type ElementFilters = Map<string, (element: unknown) => boolean>

function identifiersOf(filter: Document): string[] {
  return Object.entries(filter).flatMap(([field, condition]) => {
    if (!field.startsWith('$')) return [field.split('.')[0] ?? '']
    return Array.isArray(condition) ? condition.filter(isDocument).flatMap(identifiersOf) : []
  })
}

/** Compiles `arrayFilters`: one filter per identifier, each about one element. */
export function compileArrayFilters(filters: Document[]): ElementFilters {
  const compiled: ElementFilters = new Map()
  for (const filter of filters) {
    const [identifier, ...others] = [...new Set(identifiersOf(filter))]
    if (identifier === undefined || others.length > 0) {
      throw new CommandError(
        'FailedToParse',
        'each of arrayFilters must use exactly one top-level field name',
      )
    }
    if (compiled.has(identifier)) {
      throw new CommandError(
        'FailedToParse',
        `Found multiple array filters with the same top-level field name ${identifier}`,
      )
    }
    const matches = compileFilter(filter)
    compiled.set(identifier, (element) => matches({ [identifier]: element }))
  }
  return compiled
}
