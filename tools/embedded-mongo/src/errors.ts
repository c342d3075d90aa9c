/** Codes of errors that clients act on; everything unsupported is `NotImplemented`. */
const errorCodes = {
  InternalError: 1,
  BadValue: 2,
  UserNotFound: 11,
  Unauthorized: 13,
  AuthenticationFailed: 18,
  NamespaceNotFound: 26,
  CursorNotFound: 43,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  OperationFailed: 96,
  ExceededMemoryLimit: 146,
  TransactionTooOld: 225,
  NotImplemented: 238,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
  UserAlreadyExists: 51003,
} as const

/** An error a client is told about, with MongoDB's own code and name. */
export class CommandError extends Error {
  override readonly name = 'CommandError'

  constructor(
    readonly codeName: keyof typeof errorCodes,
    message: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message)
  }

  get code(): number {
    return errorCodes[this.codeName]
  }
}

/** A reason not to start or not to go on that a person must act on; its message is one plain sentence. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Refuses by name what this server does not do, so that nothing is ignored silently. */
export function unsupported(what: string): CommandError {
  return new CommandError('NotImplemented', `embedded-mongo does not support ${what}`)
}
