import { ObjectId } from 'bson'
import { CommandError } from '../errors'
import { kindOf, typeNameOf } from '../values/value'
import { type OperatorTable, overArguments, overPresent, unary } from './expression'

function failConversion(value: unknown, target: string): never {
  throw new CommandError('BadValue', `embedded-mongo does not convert from ${typeNameOf(value)} to ${target}`)
}

function toText(value: unknown): string {
  if (value instanceof ObjectId) return value.toHexString()
  if (value instanceof Date) return value.toISOString()
  return ['string', 'number', 'boolean'].includes(kindOf(value))
    ? String(value)
    : failConversion(value, 'string')
}

const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/

function toDouble(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'string' && numberPattern.test(value)) return Number(value)
  return failConversion(value, 'double')
}

function toDate(value: unknown): Date {
  if (value instanceof Date) return value
  if (value instanceof ObjectId) return value.getTimestamp()
  if (typeof value !== 'number' && typeof value !== 'string') return failConversion(value, 'date')
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? failConversion(value, 'date') : date
}

function toObjectId(value: unknown): ObjectId {
  if (value instanceof ObjectId) return value
  return typeof value === 'string' && /^[0-9a-fA-F]{24}$/.test(value)
    ? new ObjectId(value)
    : failConversion(value, 'objectId')
}

export const typeOperators: OperatorTable = {
  $isNumber: overArguments(unary, ([value]) => typeof value === 'number'),
  $toDate: overPresent(unary, ([value]) => toDate(value)),
  $toDouble: overPresent(unary, ([value]) => toDouble(value)),
  $toInt: overPresent(unary, ([value]) => Math.trunc(toDouble(value))),
  $toObjectId: overPresent(unary, ([value]) => toObjectId(value)),
  $toString: overPresent(unary, ([value]) => toText(value)),
  $type: overArguments(unary, ([value]) => typeNameOf(value)),
}
