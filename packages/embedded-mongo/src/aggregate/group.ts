import { CommandError, unsupported } from '../errors'
import { averageOf, extremeOf, sumOf } from '../expressions/arithmetic'
import { compileExpression, evaluateFor } from '../expressions/compile-expression'
import type { Evaluate } from '../expressions/expression'
import { type Document, isDocument, setField } from '../values/value'
import { keyOf } from '../values/value-key'
import type { Stage } from './stage'

type Accumulate = (values: unknown[]) => unknown

function numbersIn(values: unknown[]): number[] {
  return values.filter((value) => typeof value === 'number')
}

function present(values: unknown[]): unknown[] {
  return values.filter((value) => value !== undefined)
}

const accumulators: Record<string, Accumulate> = {
  $addToSet: (values) => [...new Map(present(values).map((value) => [keyOf(value), value])).values()],
  $avg: (values) => averageOf(numbersIn(values)),
  $count: (values) => values.length,
  $first: (values) => values[0] ?? null,
  $last: (values) => values.at(-1) ?? null,
  $max: (values) => extremeOf(values, -1),
  $min: (values) => extremeOf(values, 1),
  $push: present,
  $sum: (values) => sumOf(numbersIn(values)),
}

interface AccumulatedField {
  field: string
  evaluate: Evaluate
  accumulate: Accumulate
}

function compileField([field, specification]: [string, unknown]): AccumulatedField {
  const [name = '', ...others] = isDocument(specification) ? Object.keys(specification) : []
  if (field.includes('.'))
    throw new CommandError('FailedToParse', `The field name '${field}' cannot contain '.'`)
  if (!isDocument(specification) || others.length > 0) {
    throw new CommandError('FailedToParse', `The field '${field}' must be an accumulator object`)
  }
  const accumulate = Object.hasOwn(accumulators, name) ? accumulators[name] : undefined
  if (!accumulate) throw unsupported(`the group accumulator '${name}'`)
  const operand = specification[name]
  if (Array.isArray(operand))
    throw new CommandError('FailedToParse', `The ${name} accumulator is a unary operator`)
  return { field, evaluate: compileExpression(operand), accumulate }
}

/** Compiles `$group`. Groups come out in the order in which they first appear. */
export function compileGroup(specification: unknown): Stage {
  if (!isDocument(specification) || !('_id' in specification)) {
    throw new CommandError('FailedToParse', 'a group specification must include an _id')
  }
  const { _id, ...rest } = specification
  const groupId = compileExpression(_id)
  const fields = Object.entries(rest).map(compileField)
  return (documents) => {
    const groups = new Map<string, { id: unknown; members: Document[] }>()
    for (const document of documents) {
      const id = evaluateFor(document, groupId) ?? null
      const key = keyOf(id)
      const group = groups.get(key)
      if (group) group.members.push(document)
      else groups.set(key, { id, members: [document] })
    }
    return [...groups.values()].map(({ id, members }) => summarize(id, members, fields))
  }
}

function summarize(id: unknown, members: Document[], fields: AccumulatedField[]): Document {
  const result: Document = { _id: id }
  for (const { field, evaluate, accumulate } of fields) {
    setField(result, field, accumulate(members.map((member) => evaluateFor(member, evaluate))))
  }
  return result
}
