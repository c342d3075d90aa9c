const errorCodes = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  UserNotFound: 11,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  ProtocolError: 17,
  AuthenticationFailed: 18,
  IllegalOperation: 20,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  RoleNotFound: 31,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  OperationFailed: 96,
  NotExactValueField: 111,
  NotAReplicaSet: 123,
  ExceededMemoryLimit: 146,
  InvalidPipelineOperator: 168,
  CannotIndexParallelArrays: 171,
  AmbiguousIndexKeyPattern: 181,
  InvalidIndexSpecificationOption: 197,
  QueryFeatureNotAllowed: 224,
  TransactionTooOld: 225,
  NotImplemented: 238,
  SnapshotTooOld: 239,
  MechanismUnavailable: 334,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  InterruptedDueToReplStateChange: 11602,
  OutOfDiskSpace: 14031,
  ChangeStreamsNeedReplicaSet: 40573,
  IDLFailedToParse: 40414,
  IDLUnknownField: 40415,
  UserAlreadyExists: 51003,
} as const

/** MongoDB's name of an error; errors that it only numbers are called after their number. */
export type ErrorName = keyof typeof errorCodes | `Location${number}`

/** An error a client is told about, with MongoDB's own code and name. */
export class CommandError extends Error {
  override readonly name = 'CommandError'

  constructor(
    readonly codeName: ErrorName,
    message: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message)
  }

  get code(): number {
    const { codeName } = this
    return codeName in errorCodes
      ? errorCodes[codeName as keyof typeof errorCodes]
      : Number(codeName.slice('Location'.length))
  }
}

/** A reason not to start or not to go on that a person must act on; its message is one plain sentence. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Refuses by name what MongoDB does and this server does not, so that nothing is ignored silently. */
export function unsupported(what: string): CommandError {
  return new CommandError('NotImplemented', `embedded-mongo does not support ${what}`)
}
