import { BSONRegExp } from 'bson'
import { CommandError } from '../errors'
import { toRegExp } from '../query/regex'
import { isDocument, isNullish } from '../values/value'
import {
  asNumber,
  asString,
  binary,
  type Compile,
  type Evaluate,
  type OperatorTable,
  overArguments,
  overPresent,
  unary,
  variadic,
} from './expression'

function lowerOrUpper(operator: string, change: (text: string) => string) {
  // MongoDB changes the case of ASCII letters only.
  return overArguments(unary, ([value]) =>
    isNullish(value) ? '' : asString(value, operator).replace(/[a-zA-Z]+/g, change),
  )
}

function compileTrim(operator: string, pattern: RegExp) {
  return (operand: unknown, compile: Compile): Evaluate => {
    if (!isDocument(operand) || Object.keys(operand).join() !== 'input') {
      throw new CommandError('FailedToParse', `${operator} needs an object with 'input' only`)
    }
    const input = compile(operand['input'])
    return (scope) => {
      const value = input(scope)
      return isNullish(value) ? null : asString(value, operator).replace(pattern, '')
    }
  }
}

function compileRegexMatch(operand: unknown, compile: Compile): Evaluate {
  if (
    !isDocument(operand) ||
    Object.keys(operand).some((name) => !['input', 'regex', 'options'].includes(name))
  ) {
    throw new CommandError('FailedToParse', "$regexMatch needs an object with 'input', 'regex' and 'options'")
  }
  const input = compile(operand['input'])
  const pattern = compile(operand['regex'])
  const options = compile(operand['options'])
  return (scope) => {
    const text = input(scope)
    const regex = pattern(scope)
    if (isNullish(text) || isNullish(regex)) return false
    const flags = options(scope)
    if (regex instanceof BSONRegExp)
      return toRegExp(regex.pattern, String(flags ?? regex.options)).test(String(text))
    return toRegExp(asString(regex, '$regexMatch'), String(flags ?? '')).test(asString(text, '$regexMatch'))
  }
}

function substring([text, start, count]: unknown[]): string {
  const points = [...(isNullish(text) ? '' : asString(text, '$substrCP'))]
  const from = asNumber(start, '$substrCP')
  return points.slice(from, from + asNumber(count, '$substrCP')).join('')
}

function split([text, separator]: unknown[]): string[] {
  const by = asString(separator, '$split')
  if (by === '') throw new CommandError('BadValue', '$split requires a non-empty separator')
  return asString(text, '$split').split(by)
}

export const stringOperators: OperatorTable = {
  $concat: overPresent(variadic, (values) => values.map((value) => asString(value, '$concat')).join('')),
  $ltrim: compileTrim('$ltrim', /^[\s\0]+/),
  $regexMatch: compileRegexMatch,
  $rtrim: compileTrim('$rtrim', /[\s\0]+$/),
  $split: overPresent(binary, split),
  $strLenCP: overArguments(unary, ([text]) => [...asString(text, '$strLenCP')].length),
  $substrCP: overArguments({ least: 3, most: 3 }, substring),
  $toLower: lowerOrUpper('$toLower', (letters) => letters.toLowerCase()),
  $toUpper: lowerOrUpper('$toUpper', (letters) => letters.toUpperCase()),
  $trim: compileTrim('$trim', /^[\s\0]+|[\s\0]+$/g),
}
