/** An invalid field of the input, with a message for the person who filled it in. */
export interface FieldError {
  field: string
  message: string
}

abstract class DomainError extends Error {
  /** `code` identifies the problem for programs and never changes; `message` says what is wrong and what to do. */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

export class InvalidInputError extends DomainError {
  override name = 'InvalidInputError'
  constructor(
    code: string,
    message: string,
    readonly errors: FieldError[] = [],
  ) {
    super(code, message)
  }
}

export class UnauthenticatedError extends DomainError {
  override name = 'UnauthenticatedError'
}

export class NotAllowedError extends DomainError {
  override name = 'NotAllowedError'
}

export class NotFoundError extends DomainError {
  override name = 'NotFoundError'
}

export class MethodNotAllowedError extends DomainError {
  override name = 'MethodNotAllowedError'
}

export class ConflictError extends DomainError {
  override name = 'ConflictError'
  constructor(
    code: string,
    message: string,
    /** What is not as the caller knew it. */
    readonly errors?: FieldError[],
  ) {
    super(code, message)
  }
}

export class TooLargeError extends DomainError {
  override name = 'TooLargeError'
}

export class UnsupportedMediaError extends DomainError {
  override name = 'UnsupportedMediaError'
}

export class UnavailableError extends DomainError {
  override name = 'UnavailableError'
  constructor(
    code: string,
    message: string,
    /** When to retry, if known. */
    readonly retryAfterSeconds?: number,
  ) {
    super(code, message)
  }
}

export class TooManyRequestsError extends DomainError {
  override name = 'TooManyRequestsError'
  constructor(
    code: string,
    message: string,
    readonly retryAfterSeconds = 60,
  ) {
    super(code, message)
  }
}

/** Thrown when the environment does not fit the schema; the message lists every problem. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
