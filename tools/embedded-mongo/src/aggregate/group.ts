import { CommandError, unsupported } from '../errors'
import { averageOf, extremeOf, sumOf } from '../expressions/arithmetic'
import { compileExpression } from '../expressions/compile-expression'
import type { Evaluate } from '../expressions/expression'
import { accumulatorsOfMongoDB } from '../mongodb-names'
import type { Collation } from '../values/collation'
import { type Document, fieldsOf, isDocument, setField, typeNameOf } from '../values/value'
import { createKeyOf } from '../values/value-key'
import type { Stage, StageContext } from './stage'

type Accumulate = (values: unknown[], collation: Collation | undefined) => unknown

function present(values: unknown[]): unknown[] {
  return values.filter((value) => value !== undefined)
}

const accumulators: Record<string, Accumulate> = {
  $addToSet: (values, collation) => {
    const keyOf = createKeyOf(collation)
    const distinct = new Map<string, unknown>()
    for (const value of present(values)) if (!distinct.has(keyOf(value))) distinct.set(keyOf(value), value)
    return [...distinct.values()]
  },
  $avg: averageOf,
  $count: (values) => values.length,
  $first: (values) => values[0] ?? null,
  $last: (values) => values.at(-1) ?? null,
  $max: (values, collation) => extremeOf(values, -1, collation),
  $min: (values, collation) => extremeOf(values, 1, collation),
  $push: present,
  $sum: sumOf,
}

interface AccumulatedField {
  field: string
  evaluate: Evaluate
  accumulate: Accumulate
}

function checkName(field: string): void {
  if (field.includes('.')) {
    throw new CommandError('Location40235', `The field name '${field}' cannot contain '.'`)
  }
  if (field.startsWith('$')) {
    throw new CommandError('Location40236', `The field name '${field}' cannot be an operator name`)
  }
}

function compileField(
  [field, specification]: [string, unknown],
  collation: Collation | undefined,
): AccumulatedField {
  checkName(field)
  const [name = '', ...others] = isDocument(specification) ? Object.keys(specification) : []
  if (!isDocument(specification) || name === '') {
    throw new CommandError('Location40234', `The field '${field}' must be an accumulator object`)
  }
  if (others.length > 0) {
    throw new CommandError('Location40238', `The field '${field}' must specify one accumulator`)
  }
  const accumulate = Object.hasOwn(accumulators, name) ? accumulators[name] : undefined
  if (!accumulate && accumulatorsOfMongoDB.has(name)) throw unsupported(`the accumulator '${name}'`)
  if (!accumulate) throw new CommandError('Location15952', `unknown group operator '${name}'`)
  const operand = specification[name]
  if (Array.isArray(operand)) {
    throw new CommandError('Location40237', `The ${name} accumulator is a unary operator`)
  }
  if (name === '$count' && !(isDocument(operand) && Object.keys(operand).length === 0)) {
    throw new CommandError('TypeMismatch', '$count takes no arguments, i.e. $count:{}')
  }
  return { field, evaluate: compileExpression(operand, collation), accumulate }
}

/**
 * Compiles `$group`. Groups come out in the order in which they first appear.
 * @see https://www.mongodb.com/docs/manual/reference/operator/aggregation/group/
 */
export function compileGroup(specification: unknown, { collation }: StageContext): Stage {
  if (!isDocument(specification)) {
    throw new CommandError(
      'Location15947',
      `a group's fields must be specified in an object, not ${typeNameOf(specification)}`,
    )
  }
  if (!('_id' in specification)) {
    throw new CommandError('Location15955', 'a group specification must include an _id')
  }
  const { _id, ...rest } = specification
  const groupId = compileExpression(_id, collation)
  const fields = fieldsOf(rest).map((entry) => compileField(entry, collation))
  return (documents) => {
    const keyOf = createKeyOf(collation)
    const groups = new Map<string, { id: unknown; members: Document[] }>()
    for (const document of documents) {
      const id = groupId(document) ?? null
      const key = keyOf(id)
      const group = groups.get(key)
      if (group) group.members.push(document)
      else groups.set(key, { id, members: [document] })
    }
    return [...groups.values()].map(({ id, members }) => {
      const result: Document = { _id: id }
      for (const { field, evaluate, accumulate } of fields) {
        setField(result, field, accumulate(members.map(evaluate), collation))
      }
      return result
    })
  }
}
