import type { Collation } from '../values/collation'
import type { Path } from '../values/document-path'
import type { Document } from '../values/value'

export interface ChangeContext {
  /** The document before the update. */
  readonly original: Document
  readonly field: string
}

/** The new value of a field; `undefined` stands for a missing field, before and after. */
export type ChangeValue = (current: unknown, context: ChangeContext) => unknown

/** One field's change by one update operator. */
export interface Modification {
  path: Path
  operator: string
  change: ChangeValue
}

export interface OperandContext {
  readonly field: string
  readonly collation: Collation | undefined
}

export type CompileModification = (operand: unknown, context: OperandContext) => ChangeValue
