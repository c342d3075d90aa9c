import type { BSONRegExp } from 'bson'
import { unsupported } from '../errors'

/** Tokens that PCRE, which MongoDB uses, and JavaScript read alike: characters, simple classes, groups and quantifiers. */
const token = /\\[^\w\s]|\[\^?(?:[^\\^[\]]|\\[^\w\s])+\]|\((?!\?|\*)|[*+?](?![*+?])|[^\\^$.*+?()[\]{}]|[.)]/y
// The only characters that JavaScript lets one escape.
const isSyntax = (character: string): boolean => '^$\\.*+?()[]{}|/'.includes(character)

function translate(pattern: string): string {
  const start = pattern.startsWith('^') ? '^' : ''
  let translated = start
  for (let at = start.length; at < pattern.length;) {
    token.lastIndex = at
    const [text] = token.exec(pattern) ?? []
    if (text === undefined)
      throw unsupported(`the regular expression '${pattern}' from '${pattern.slice(at)}' on`)
    if (text === '.') translated += '[^\\n]'
    else
      translated += text.replace(/\\(.)/gu, (escaped, character: string) =>
        isSyntax(character) ? escaped : character,
      )
    at += text.length
  }
  return translated
}

const compiled = new Map<string, RegExp>()
const maxCompiled = 500

/**
 * A MongoDB regular expression as a JavaScript one.
 * @throws `NotImplemented` for constructs that the two may read differently, and for options other than `i`
 * @see https://www.mongodb.com/docs/manual/reference/operator/query/regex/
 */
export function toRegExp({ pattern, options }: BSONRegExp): RegExp {
  const key = `${options}/${pattern}`
  const cached = compiled.get(key)
  if (cached) return cached
  if (options !== '' && options !== 'i') throw unsupported(`the regular expression options '${options}'`)
  const regex = new RegExp(translate(pattern), `${options}u`)
  if (compiled.size >= maxCompiled) compiled.clear()
  compiled.set(key, regex)
  return regex
}
