import { CommandError, unsupported } from '../errors'
import { compareValues } from '../values/compare-values'
import { isDocument, typeNameOf } from '../values/value'
import type { ChangeValue, CompileModification } from './modification'

interface Arithmetic {
  operator: string
  verb: string
  whenMissing: (operand: number) => number
  combine: (current: number, operand: number) => number
}

function compileArithmetic({ operator, verb, whenMissing, combine }: Arithmetic): CompileModification {
  return (field, operand) => {
    if (typeof operand !== 'number') {
      throw new CommandError(
        'TypeMismatch',
        `Cannot ${verb} with non-numeric argument: {${field}: ${typeNameOf(operand)}}`,
      )
    }
    return (current, { original }) => {
      if (current === undefined) return whenMissing(operand)
      if (typeof current === 'number') return combine(current, operand)
      const type = typeNameOf(current)
      throw new CommandError(
        'TypeMismatch',
        `Cannot apply ${operator} to a value of non-numeric type. {_id: ${String(original['_id'])}} has the field '${field}' of non-numeric type ${type}`,
      )
    }
  }
}

function compileExtreme(direction: 1 | -1): CompileModification {
  return (_field, operand): ChangeValue =>
    (current) =>
      current === undefined || compareValues(operand, current) * direction < 0 ? operand : current
}

function compileCurrentDate(_field: string, operand: unknown): ChangeValue {
  const isDate = typeof operand === 'boolean' || (isDocument(operand) && operand['$type'] === 'date')
  if (!isDate) throw unsupported('$currentDate other than true or {$type: "date"}')
  return () => new Date()
}

export const numberOperators: Record<string, CompileModification> = {
  $inc: compileArithmetic({
    operator: '$inc',
    verb: 'increment',
    whenMissing: (operand) => operand,
    combine: (current, operand) => current + operand,
  }),
  $mul: compileArithmetic({
    operator: '$mul',
    verb: 'multiply',
    whenMissing: () => 0,
    combine: (current, operand) => current * operand,
  }),
  $min: compileExtreme(1),
  $max: compileExtreme(-1),
  $currentDate: compileCurrentDate,
}
