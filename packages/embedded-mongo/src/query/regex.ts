import type { BSONRegExp } from 'bson'
import { CommandError, unsupported } from '../errors'

// Read differently by PCRE and by JavaScript, so refused rather than silently misread.
const perlOnly = /\\[AZzGhHKQERXNC]|\[\[:|\(\?[a-zA-Z#|&P>R0-9]|\(\*|[*+?}]\+/
const supportedFlags = 'imsu'

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`)
  } catch {
    // Unicode mode rejects harmless escapes such as \- that PCRE accepts.
    return new RegExp(source, flags)
  }
}

/**
 * A MongoDB regular expression as a JavaScript one.
 * Throws `BadValue` for flags or constructs that JavaScript does not read as PCRE does.
 */
export function toRegExp(source: string, options: string): RegExp {
  const unknownFlag = [...options].find((flag) => !supportedFlags.includes(flag))
  if (unknownFlag !== undefined) throw unsupported(`the regular expression option '${unknownFlag}'`)
  const construct = perlOnly.exec(source.replaceAll('\\\\', '  '))
  if (construct) throw unsupported(`'${construct[0]}' in a regular expression`)
  try {
    return compile(source, [...new Set(options.replaceAll('u', ''))].join(''))
  } catch (error) {
    throw new CommandError('BadValue', `Regular expression is invalid: ${String(error)}`)
  }
}

export function fromBsonRegex(regex: BSONRegExp): RegExp {
  return toRegExp(regex.pattern, regex.options)
}
