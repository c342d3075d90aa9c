import { compileDocumentStage } from '../aggregate/compile-pipeline'
import { unsupported } from '../errors'
import { compileFilter } from '../query/compile-filter'
import { isIndex, type Path, splitPath } from '../values/document-path'
import { type Document, isDocument } from '../values/value'
import { type ChangeValue, updateOperators } from './operators'

/** Accepts elements of an array by the name in `$[name]`; the empty name of `$[]` is not there and accepts all. */
export type ElementFilters = Map<string, (element: unknown) => boolean>

/** One field's change by one update operator. */
export interface Modification {
  path: Path
  isOnInsert: boolean
  change: ChangeValue
}

/** A parsed update: a new document, changes field by field, or a function from pipeline stages. */
export type Update =
  | { kind: 'replacement'; document: Document }
  | { kind: 'modifications'; modifications: Modification[]; elementFilters: ElementFilters }
  | { kind: 'pipeline'; transform: (document: Document) => Document }

const elementPattern = /^\$\[([a-z][a-zA-Z0-9]*)?\]$/

/** The name in a path's `$[name]`; undefined for any other component. */
export const elementsIn = (component: string): string | undefined =>
  component.startsWith('$[') ? component.slice(2, -1) : undefined

function readPath(field: string): Path {
  const path = splitPath(field)
  const isFine = (name: string, depth: number) =>
    name !== '' && (!name.startsWith('$') || (depth > 0 && elementPattern.test(name)))
  if (path.every(isFine)) return path
  throw unsupported(`the update of '${field}'`)
}

function compileOperator(operator: string, fields: unknown): Modification[] {
  const isOnInsert = operator === '$setOnInsert'
  const name = isOnInsert ? '$set' : operator
  const compile = Object.hasOwn(updateOperators, name) ? updateOperators[name] : undefined
  if (!compile || !isDocument(fields)) throw unsupported(`the update operator '${operator}'`)
  return Object.entries(fields).map(([field, operand]) => ({
    path: readPath(field),
    isOnInsert,
    change: compile(operand),
  }))
}

function compareNames(left: string, right: string): number {
  if (isIndex(left) && isIndex(right)) return Number(left) - Number(right)
  return left < right ? -1 : Number(left > right)
}

/** MongoDB applies an update in the order of field names, which decides where new fields end up. */
function comparePaths({ path }: Modification, { path: other }: Modification): number {
  for (const [depth, name] of path.entries()) {
    const otherName = other[depth]
    if (otherName === undefined) return 1
    if (name !== otherName) return compareNames(name, otherName)
  }
  return path.length - other.length
}

/** Refuses paths of which one is another or leads through it, also by way of the elements of an array. */
export function assertApart(paths: readonly Path[]): void {
  for (const [at, path] of paths.entries())
    for (const later of paths.slice(at + 1)) {
      const length = Math.min(path.length, later.length)
      const first = Array.from({ length }).findIndex((_, depth) => path[depth] !== later[depth])
      const areElements = [path[first], later[first]].some((name) => elementsIn(name ?? '') !== undefined)
      if (first < 0 || areElements)
        throw unsupported(`'${path.join('.')}' and '${later.join('.')}' in one update`)
    }
}

function compileElementFilters(filters: Document[], paths: readonly Path[]): ElementFilters {
  const compiled: ElementFilters = new Map()
  for (const filter of filters) {
    const [name = '', ...others] = new Set(Object.keys(filter).map((field) => splitPath(field)[0] ?? ''))
    if (!/^[a-z]/.test(name) || others.length > 0 || compiled.has(name))
      throw unsupported('array filters that are not about one name each')
    const matches = compileFilter(filter)
    compiled.set(name, (element) => {
      const wrapped: Document = {}
      wrapped[name] = element
      return matches(wrapped)
    })
  }
  const used = new Set(paths.flat().flatMap((name) => elementsIn(name) || []))
  if (used.size !== compiled.size || [...used].some((name) => !compiled.has(name)))
    throw unsupported('array filters other than those that the update names')
  return compiled
}

/**
 * Parses the update of an `update` or `findAndModify` command.
 * @see https://www.mongodb.com/docs/manual/reference/operator/update/
 */
export function parseUpdate(update: unknown, arrayFilters: Document[] = []): Update {
  const names = isDocument(update) ? Object.keys(update) : []
  const hasOperators = names[0]?.startsWith('$')
  if (arrayFilters.length > 0 && !hasOperators) throw unsupported('array filters without update operators')
  if (Array.isArray(update)) {
    const transforms = update.map(compileDocumentStage)
    return {
      kind: 'pipeline',
      transform: (document) => transforms.reduce((current, transform) => transform(current), document),
    }
  }
  if (!isDocument(update)) throw unsupported('an update that is neither an object nor a list of stages')
  if (!hasOperators) {
    if (names.some((name) => name.startsWith('$'))) throw unsupported('update operators beside fields')
    return { kind: 'replacement', document: update }
  }
  const modifications = Object.entries(update).flatMap(([operator, fields]) =>
    compileOperator(operator, fields),
  )
  const paths = modifications.map(({ path }) => path)
  assertApart(paths)
  return {
    kind: 'modifications',
    modifications: modifications.sort(comparePaths),
    elementFilters: compileElementFilters(arrayFilters, paths),
  }
}
