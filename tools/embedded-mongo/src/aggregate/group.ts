import { unsupported } from '../errors'
import { type Document, isDocument } from '../values/value'
import { keyOf } from '../values/value-key'
import { averageOf, compileExpression, greatestOf, sumOf } from './compile-expression'

/** A compiled stage or pipeline; it may keep the documents but never changes them. */
export type Stage = (documents: Document[]) => Document[]

const accumulators: Record<string, (values: unknown[]) => unknown> = {
  $avg: averageOf,
  $max: greatestOf,
  $push: (values) => values.filter((value) => value !== undefined),
  $sum: sumOf,
}

function compileField([field, specification]: [string, unknown]) {
  const [entry, ...others] = isDocument(specification) ? Object.entries(specification) : []
  const [name = '', operand] = entry ?? []
  const accumulate = Object.hasOwn(accumulators, name) ? accumulators[name] : undefined
  if (!accumulate || others.length > 0) throw unsupported(`the accumulator '${name}' of '${field}'`)
  return { field, accumulate, evaluate: compileExpression(operand) }
}

/**
 * Compiles `$group`. Groups come out in the order in which they first appear.
 * @see https://www.mongodb.com/docs/manual/reference/operator/aggregation/group/
 */
export function compileGroup({ _id, ...rest }: Document): Stage {
  if (_id === undefined) throw unsupported('$group without an _id')
  const groupId = compileExpression(_id)
  const fields = Object.entries(rest).map(compileField)
  return (documents) => {
    const groups = new Map<string, { id: unknown; members: Document[] }>()
    for (const document of documents) {
      const id = groupId(document) ?? null
      const group = groups.get(keyOf(id))
      if (group) group.members.push(document)
      else groups.set(keyOf(id), { id, members: [document] })
    }
    return [...groups.values()].map(({ id, members }) => {
      const result: Document = { _id: id }
      for (const { field, evaluate, accumulate } of fields) result[field] = accumulate(members.map(evaluate))
      return result
    })
  }
}
