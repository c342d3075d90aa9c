import { CommandError, unsupported } from '../errors'
import { isDocument, isNullish } from '../values/value'
import { asDate, type Compile, type Evaluate, type OperatorTable, overPresent, unary } from './expression'

const parts: Record<string, (date: Date) => number> = {
  $year: (date) => date.getUTCFullYear(),
  $month: (date) => date.getUTCMonth() + 1,
  $dayOfMonth: (date) => date.getUTCDate(),
  $dayOfWeek: (date) => date.getUTCDay() + 1,
  $hour: (date) => date.getUTCHours(),
  $minute: (date) => date.getUTCMinutes(),
  $second: (date) => date.getUTCSeconds(),
  $millisecond: (date) => date.getUTCMilliseconds(),
}

const specifiers: Record<string, [part: string, width: number]> = {
  '%Y': ['$year', 4],
  '%m': ['$month', 2],
  '%d': ['$dayOfMonth', 2],
  '%H': ['$hour', 2],
  '%M': ['$minute', 2],
  '%S': ['$second', 2],
  '%L': ['$millisecond', 3],
}

function formatDate(date: Date, format: string): string {
  return format.replace(/%./g, (specifier) => {
    if (specifier === '%%') return '%'
    const [part, width] = specifiers[specifier] ?? []
    const read = parts[part ?? '']
    if (!read) throw unsupported(`'${specifier}' in $dateToString`)
    return String(read(date)).padStart(width ?? 0, '0')
  })
}

function compileDateToString(operand: unknown, compile: Compile): Evaluate {
  if (!isDocument(operand)) throw new CommandError('FailedToParse', '$dateToString needs an object')
  const other = Object.keys(operand).find((name) => !['date', 'format'].includes(name))
  if (other !== undefined) throw unsupported(`'${other}' of $dateToString`)
  const date = compile(operand['date'])
  const format = operand['format'] ?? '%Y-%m-%dT%H:%M:%S.%LZ'
  if (typeof format !== 'string' || format.startsWith('$'))
    throw unsupported('a computed format in $dateToString')
  return (scope) => {
    const value = date(scope)
    return isNullish(value) ? null : formatDate(asDate(value, '$dateToString'), format)
  }
}

export const dateOperators: OperatorTable = {
  ...Object.fromEntries(
    Object.entries(parts).map(([name, read]) => [
      name,
      overPresent(unary, ([value]) => read(asDate(value, name))),
    ]),
  ),
  $dateToString: compileDateToString,
}
