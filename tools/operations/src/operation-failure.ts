/** A failure that a person can act on: its message says what is wrong and what to do. */
export class OperationFailure extends Error {
  override readonly name = 'OperationFailure'
}
