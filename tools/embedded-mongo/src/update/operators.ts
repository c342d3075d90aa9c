import { unsupported } from '../errors'
import { compileElementFilter } from '../query/compile-filter'
import { compareValues, isSameValue } from '../values/compare-values'
import { assertExact } from '../values/numbers'
import { isDocument, isNumber, kindOf } from '../values/value'

/** The new value of a field; `undefined` stands for a missing field, before and after. */
export type ChangeValue = (current: unknown) => unknown

function listIn(operator: string, current: unknown): unknown[] {
  if (Array.isArray(current)) return current
  throw unsupported(`${operator} of a field of type ${kindOf(current)}`)
}

/** The values that `$push` and `$addToSet` add: one, or the ones in `$each`. */
function addedBy(operator: string, operand: unknown): unknown[] {
  if (!isDocument(operand) || !('$each' in operand)) return [operand]
  const { $each, ...modifiers } = operand
  const [modifier] = Object.keys(modifiers)
  if (Array.isArray($each) && modifier === undefined) return $each
  throw unsupported(`${modifier === undefined ? '$each of no list' : `'${modifier}'`} in ${operator}`)
}

/** The operators on one field, without `$setOnInsert`, which is `$set` where an upsert inserts. */
export const updateOperators: Record<string, (operand: unknown) => ChangeValue> = {
  $addToSet: (operand) => {
    const added = addedBy('$addToSet', operand)
    return (current = []) =>
      added.reduce<unknown[]>(
        (list, value) => (list.some((element) => isSameValue(element, value)) ? list : [...list, value]),
        listIn('$addToSet', current),
      )
  },
  $inc:
    (operand) =>
    (current = 0) => {
      if (isNumber(operand) && isNumber(current)) return assertExact(current + operand, [current, operand])
      throw unsupported(`$inc of ${kindOf(current)} by ${kindOf(operand)}`)
    },
  $max: (operand) => (current) =>
    current === undefined || compareValues(operand, current) > 0 ? operand : current,
  $pull: (operand) => {
    const removes = compileElementFilter(operand)
    return (current) =>
      current === undefined ? undefined : listIn('$pull', current).filter((element) => !removes(element))
  },
  $push: (operand) => {
    const added = addedBy('$push', operand)
    return (current = []) => [...listIn('$push', current), ...added]
  },
  $set: (operand) => () => operand,
  $unset: () => () => undefined,
}
