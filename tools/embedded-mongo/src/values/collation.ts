import { CommandError, unsupported } from '../errors'
import { type Document, fieldsOf, isDocument, isNumber, toNumber, typeNameOf } from './value'

/** How strings compare where a command or an index names a collation. */
export interface Collation {
  /** Every option with its value, as `listIndexes` shows it. */
  readonly specification: Document
  compare(left: string, right: string): number
  /** A text that strings share exactly when the collation holds them equal. */
  keyOf(text: string): string
}

const sensitivities: Record<number, 'base' | 'accent' | 'variant'> = { 1: 'base', 2: 'accent', 3: 'variant' }

const defaults = {
  locale: 'simple',
  caseLevel: false,
  caseFirst: 'off',
  strength: 3,
  numericOrdering: false,
  alternate: 'non-ignorable',
  maxVariable: 'punct',
  normalization: false,
  backwards: false,
}

const otherValues: Record<string, readonly unknown[]> = {
  caseLevel: [true],
  caseFirst: ['upper', 'lower'],
  strength: [4, 5],
  alternate: ['shifted'],
  maxVariable: ['space'],
  normalization: [true],
  backwards: [true],
}

function readLocale(locale: unknown): string {
  if (locale === undefined) {
    throw new CommandError(
      'IDLFailedToParse',
      "BSON field 'collation.locale' is missing but a required field",
    )
  }
  if (typeof locale !== 'string') {
    throw new CommandError(
      'TypeMismatch',
      `BSON field 'collation.locale' is the wrong type '${typeNameOf(locale)}', expected type 'string'`,
    )
  }
  return locale
}

function supportedLocale(locale: string): string {
  const tag = locale.replaceAll('_', '-')
  try {
    if (Intl.Collator.supportedLocalesOf(tag).length > 0) return tag
  } catch {
    // No language tag at all.
  }
  throw new CommandError('BadValue', `Field 'locale' is invalid in: { locale: "${locale}" }`)
}

function checkOption(name: string, value: unknown): void {
  if (!Object.hasOwn(defaults, name)) {
    throw new CommandError('IDLUnknownField', `BSON field 'collation.${name}' is an unknown field.`)
  }
  const expected = defaults[name as keyof typeof defaults]
  const plain = isNumber(value) ? toNumber(value) : value
  if (typeof plain !== typeof expected) {
    throw new CommandError(
      'TypeMismatch',
      `BSON field 'collation.${name}' is the wrong type '${typeNameOf(value)}', expected type '${typeof expected}'`,
    )
  }
  if (otherValues[name]?.includes(plain))
    throw unsupported(`the collation option '${name}: ${String(plain)}'`)
  const isKnown = name === 'locale' || name === 'numericOrdering' || plain === expected
  if (!isKnown && !(name === 'strength' && Object.hasOwn(sensitivities, String(plain)))) {
    throw new CommandError('BadValue', `the collation option '${name}' cannot be ${String(plain)}`)
  }
}

/** Texts that compare as equal, each group represented by the one that came first. */
class Representatives {
  private readonly sorted: string[] = []
  private readonly known = new Map<string, string>()

  constructor(private readonly compare: (left: string, right: string) => number) {}

  of(text: string): string {
    const known = this.known.get(text)
    if (known !== undefined) return known
    const representative = this.find(text)
    this.known.set(text, representative)
    return representative
  }

  private find(text: string): string {
    let low = 0
    let high = this.sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      const order = this.compare(this.sorted[middle] ?? '', text)
      if (order === 0) return this.sorted[middle] ?? ''
      if (order < 0) low = middle + 1
      else high = middle
    }
    this.sorted.splice(low, 0, text)
    return text
  }
}

function createCollation(specification: Document, locale: string): Collation {
  const collator = new Intl.Collator(supportedLocale(locale), {
    sensitivity: sensitivities[Number(specification['strength'])],
    numeric: specification['numericOrdering'] === true,
    caseFirst: 'false',
  })
  // JavaScript's collator has no sort keys, so equal strings are found by comparing.
  const representatives = new Representatives((left, right) => collator.compare(left, right))
  return {
    specification,
    compare: (left, right) => collator.compare(left, right),
    keyOf: (text) => representatives.of(text),
  }
}

/**
 * Reads the `collation` of a command or an index; undefined stands for comparison by bytes.
 * Strengths 1 to 3 and `numericOrdering` are supported.
 * @throws like MongoDB for options that it refuses, and `NotImplemented` for those that only MongoDB has.
 * @see https://www.mongodb.com/docs/manual/reference/collation/
 */
export function readCollation(specification: unknown): Collation | undefined {
  if (!isDocument(specification)) {
    if (specification === undefined) return undefined
    throw new CommandError('TypeMismatch', `'collation' must be an object, not ${typeNameOf(specification)}`)
  }
  // MongoDB takes an empty document for none.
  if (Object.keys(specification).length === 0) return undefined
  const locale = readLocale(specification['locale'])
  for (const [name, value] of fieldsOf(specification)) checkOption(name, value)
  if (locale === 'simple') {
    if (Object.keys(specification).length === 1) return undefined
    throw new CommandError('BadValue', 'If locale=simple, the collation must have no other options')
  }
  const given = fieldsOf(specification).map(([name, value]) => [
    name,
    isNumber(value) ? toNumber(value) : value,
  ])
  return createCollation({ ...defaults, ...Object.fromEntries(given), version: '57.1' }, locale)
}

export function isSameCollation(left: Collation | undefined, right: Collation | undefined): boolean {
  return JSON.stringify(left?.specification) === JSON.stringify(right?.specification)
}
