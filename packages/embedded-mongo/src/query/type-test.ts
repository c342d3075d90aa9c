import { CommandError, unsupported } from '../errors'
import { typeNameOf } from '../values/value'
import { type FieldTest, testElements } from './field-test'

const namesByNumber: Record<number, string> = {
  1: 'double',
  2: 'string',
  3: 'object',
  4: 'array',
  5: 'binData',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  10: 'null',
  11: 'regex',
  16: 'int',
}
const knownNames = new Set(Object.values(namesByNumber))

function acceptedNames(wanted: unknown): string[] {
  if (wanted === 'number') return ['int', 'double']
  const name = typeof wanted === 'number' ? namesByNumber[wanted] : wanted
  // Long, Decimal128, Timestamp and the like are not kept as such, so no honest answer exists.
  if (typeof name !== 'string' || !knownNames.has(name)) throw unsupported(`$type ${JSON.stringify(wanted)}`)
  return [name]
}

/** `$type`: one type or several, by alias or number. */
export function hasType(operand: unknown): FieldTest {
  const wanted: unknown[] = Array.isArray(operand) ? operand : [operand]
  if (wanted.length === 0) throw new CommandError('FailedToParse', '$type must match at least one type')
  const names = new Set(wanted.flatMap(acceptedNames))
  return testElements((value) => value !== undefined && names.has(typeNameOf(value)))
}
