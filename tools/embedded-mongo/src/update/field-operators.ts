import { CommandError } from '../errors'
import { compareValues } from '../values/compare-values'
import { add } from '../values/numbers'
import { isNumber, typeNameOf } from '../values/value'
import type { CompileModification } from './modification'

const compileIncrement: CompileModification = (operand, { field }) => {
  if (!isNumber(operand)) {
    throw new CommandError(
      'TypeMismatch',
      `Cannot increment with non-numeric argument: {${field}: ${typeNameOf(operand)}}`,
    )
  }
  return (current, { original }) => {
    if (current === undefined) return operand
    const id = String(original['_id'])
    if (!isNumber(current)) {
      throw new CommandError(
        'TypeMismatch',
        `Cannot apply $inc to a value of non-numeric type. {_id: ${id}} has the field '${field}' of non-numeric type ${typeNameOf(current)}`,
      )
    }
    const sum = add(current, operand)
    if (sum !== undefined) return sum
    throw new CommandError(
      'BadValue',
      `Failed to apply $inc operations to current value for document {_id: ${id}}`,
    )
  }
}

/** The operators on one field that may hold any value. */
export const fieldOperators: Record<string, CompileModification> = {
  $inc: compileIncrement,
  $max:
    (operand, { collation }) =>
    (current) =>
      current === undefined || compareValues(operand, current, collation) > 0 ? operand : current,
  $set: (operand) => () => operand,
  $setOnInsert: (operand) => () => operand,
  $unset: () => () => undefined,
}
