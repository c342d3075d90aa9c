import type { BSONRegExp } from 'bson'
import { CommandError, unsupported } from '../errors'

const namedClasses: Record<string, string> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  ascii: '\\x00-\\x7f',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '\\x21-\\x7e',
  lower: 'a-z',
  print: '\\x20-\\x7e',
  punct: '\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e',
  space: ' \\t\\n\\v\\f\\r',
  upper: 'A-Z',
  word: 'a-zA-Z0-9_',
  xdigit: '0-9a-fA-F',
}

// PCRE's classes are of ASCII characters only; JavaScript's `\s` also has those of Unicode.
const escapedClasses: Record<string, string> = { s: ' \\t\\n\\v\\f\\r', d: '0-9', w: 'a-zA-Z0-9_' }
const sameEscapes = new Set('bBnrtf')
const generalCategories = /^(?:C[cfnos]?|L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?)$/
const syntaxCharacters = new Set('^$\\.*+?()[]{}|/')

/** Translates a pattern of PCRE, which MongoDB uses, into one that JavaScript reads the same way. */
class Translator {
  private position = 0
  private output = ''

  constructor(
    private readonly pattern: string,
    private readonly flags: { isMultiline: boolean; isDotAll: boolean },
  ) {}

  translate(): string {
    while (this.position < this.pattern.length) this.output += this.next()
    return this.output
  }

  private take(expression: RegExp): RegExpExecArray | null {
    const sticky = new RegExp(expression.source, 'yu')
    sticky.lastIndex = this.position
    const match = sticky.exec(this.pattern)
    if (match) this.position += match[0].length
    return match
  }

  private unsupported(construct: string): CommandError {
    return unsupported(`'${construct}' in a regular expression`)
  }

  private next(): string {
    const { isMultiline, isDotAll } = this.flags
    if (this.pattern[this.position] === '\\') return this.escape()
    if (this.pattern[this.position] === '[') return this.characterClass()
    const group = this.take(/\(\?(?:[:=!]|<[=!])/)
    if (group) return group[0]
    const named = this.take(/\(\?P?<([A-Za-z_]\w*)>/)
    if (named) return `(?<${named[1]}>`
    const special = this.take(/\((?:\?.?|\*)/)
    if (special) throw this.unsupported(special[0])
    const quantifier = this.take(/(?:[*+?]|\{\d+(?:,\d*)?\})(\??)(\+?)/)
    if (quantifier) {
      if (quantifier[2]) throw this.unsupported(quantifier[0])
      return quantifier[0]
    }
    if (this.take(/\{,\d+\}/)) throw this.unsupported('{,n}')
    const [character = ''] = this.take(/[^]/) ?? []
    if (character === '.') return isDotAll ? '[^]' : '[^\\n]'
    if (character === '^') return isMultiline ? '(?:(?<![^])|(?<=\\n)(?=[^]))' : '(?<![^])'
    if (character === '$') return isMultiline ? '(?=\\n|(?![^]))' : '(?=\\n?(?![^]))'
    return '{}]'.includes(character) ? `\\${character}` : character
  }

  private escape(): string {
    const unicode = this.take(/\\x(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]{1,6})\})/)
    if (unicode) return `\\u{${unicode[1] ?? unicode[2] ?? ''}}`
    const property = this.take(/\\([pP])(?:\{(\^?)(\w+)\}|(\w))/)
    if (property) return this.property(property)
    const reference = this.take(/\\(?:[1-9](?!\d)|k<[A-Za-z_]\w*>)/)
    if (reference) return reference[0]
    const [, letter = ''] = this.take(/\\([^]?)/) ?? []
    const lower = letter.toLowerCase()
    if (letter === '')
      throw new CommandError('Location51091', 'Regular expression is invalid: \\ at end of pattern')
    const named = escapedClasses[lower]
    if (named !== undefined) return letter === lower ? `[${named}]` : `[^${named}]`
    if (sameEscapes.has(letter)) return `\\${letter}`
    if (letter === '0' || /[A-Za-z0-9]/.test(letter)) throw this.unsupported(`\\${letter}`)
    return syntaxCharacters.has(letter) ? `\\${letter}` : letter
  }

  private property(match: RegExpExecArray): string {
    const [whole, sign = 'p', negation = '', long, short] = match
    const category = long ?? short ?? ''
    if (!generalCategories.test(category)) throw this.unsupported(whole)
    const isNegative = (sign === 'P') !== (negation === '^')
    return `\\${isNegative ? 'P' : 'p'}{${category}}`
  }

  private characterClass(): string {
    const [, negation = '', bracket = ''] = this.take(/\[(\^?)(\]?)/) ?? []
    let members = bracket ? '\\]' : ''
    for (;;) {
      if (this.position >= this.pattern.length) {
        throw new CommandError(
          'Location51091',
          'Regular expression is invalid: missing terminating ] for character class',
        )
      }
      if (this.take(/\]/)) return `[${negation}${members}]`
      members += this.classMember()
    }
  }

  private classMember(): string {
    const named = this.take(/\[:(\^?)(\w+):\]/)
    if (named) {
      const members = namedClasses[named[2] ?? '']
      if (named[1] || members === undefined) throw this.unsupported(named[0])
      return members
    }
    const shorthand = this.take(/\\([sdwSDW])/)
    if (shorthand) {
      const members = escapedClasses[shorthand[1] ?? '']
      if (members === undefined) throw this.unsupported(`${shorthand[0]} in a character class`)
      // After a class a hyphen is no range.
      return this.take(/-(?!\])/) ? `${members}\\-` : members
    }
    if (this.take(/\\b/)) return '\\x08'
    if (this.pattern[this.position] === '\\') return this.escape()
    if (/^\[[.=]/.test(this.pattern.slice(this.position)))
      throw this.unsupported(this.pattern.slice(this.position, 2))
    const [character = ''] = this.take(/[^]/) ?? []
    return syntaxCharacters.has(character) ? `\\${character}` : character
  }
}

const supportedOptions = 'imsu'
const compiled = new Map<string, RegExp>()
const maxCompiled = 500

function compile(source: string, options: string): RegExp {
  const extended = [...options].find((option) => !supportedOptions.includes(option))
  if (extended === 'x') throw unsupported("the regular expression option 'x'")
  if (extended !== undefined) {
    throw new CommandError('Location51108', `invalid flag in regex options: ${extended}`)
  }
  if (source.includes('\0')) {
    throw new CommandError('BadValue', 'Regular expression cannot contain an embedded null byte')
  }
  const flags = { isMultiline: options.includes('m'), isDotAll: options.includes('s') }
  const translated = new Translator(source, flags).translate()
  try {
    return new RegExp(translated, options.includes('i') ? 'iu' : 'u')
  } catch (error) {
    throw new CommandError('Location51091', `Regular expression is invalid: ${String(error)}`)
  }
}

/**
 * A MongoDB regular expression as a JavaScript one.
 * @throws `Location51091` for patterns that are invalid, `NotImplemented` for constructs that only PCRE has.
 * @see https://www.mongodb.com/docs/manual/reference/operator/query/regex/
 */
export function toRegExp(source: string, options: string): RegExp {
  const key = `${options}/${source}`
  const known = compiled.get(key)
  if (known) return known
  const regex = compile(source, options)
  if (compiled.size >= maxCompiled) compiled.clear()
  compiled.set(key, regex)
  return regex
}

export function fromBsonRegex(regex: BSONRegExp): RegExp {
  return toRegExp(regex.pattern, regex.options)
}
