import { type FieldError } from '@offquad/contracts'

abstract class DomainError extends Error {
  /** `code` identifies the problem for programs and never changes; `message` says what is wrong and what to do. */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

abstract class FieldsError extends DomainError {
  constructor(
    code: string,
    message: string,
    readonly errors: FieldError[] = [],
  ) {
    super(code, message)
  }
}

abstract class TemporaryError extends DomainError {
  constructor(
    code: string,
    message: string,
    /** When to retry, if known. */
    readonly retryAfterSeconds?: number,
  ) {
    super(code, message)
  }
}

export class InvalidInputError extends FieldsError {
  override name = 'InvalidInputError'
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

/** The stored state differs from the state that the caller knew. */
export class ConflictError extends FieldsError {
  override name = 'ConflictError'
}

export class TooLargeError extends DomainError {
  override name = 'TooLargeError'
}

export class UnsupportedMediaError extends DomainError {
  override name = 'UnsupportedMediaError'
}

export class UnavailableError extends TemporaryError {
  override name = 'UnavailableError'
}

export class TooManyRequestsError extends TemporaryError {
  override name = 'TooManyRequestsError'
}

/** Thrown when the environment does not fit the schema; the message lists every problem. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
