import { type FieldError, type Problem, PROBLEM_MEDIA_TYPE } from '@offquad/contracts'
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaValidationError,
} from 'fastify'
import { isStoreFull, isStoreUnavailable } from './failover'

// Matched by name, so that errors of a copy of the class in another bundle count.
const STATUS_BY_ERROR: Record<string, number> = {
  InvalidInputError: 400,
  UnauthenticatedError: 401,
  NotAllowedError: 403,
  NotFoundError: 404,
  MethodNotAllowedError: 405,
  ConflictError: 409,
  TooLargeError: 413,
  UnsupportedMediaError: 415,
  TooManyRequestsError: 429,
  UnavailableError: 503,
}

const TITLES: Record<number, string> = {
  400: 'Invalid input',
  401: 'Sign-in required',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  408: 'Too slow',
  413: 'Too large',
  414: 'URL too long',
  415: 'Unsupported media type',
  429: 'Too many requests',
  503: 'Unavailable',
  507: 'No room',
}

// The usual duration of an election in a replica set.
const ELECTION_SECONDS = 5

interface KnownError {
  status: number
  code: string
  detail: string
  errors?: FieldError[]
  retryAfterSeconds?: number
}

/** Sends every error of the instance as problem details (RFC 9457), without internal details. */
export function answerErrorsWithProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendProblem(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const detail = `There is no ${request.method} ${request.url.split('?')[0]}.`
    return writeProblem(request, reply, { status: 404, code: 'unknown-path', detail })
  })
}

/** Sends one error as problem details; unexpected errors are logged and sent without their message. */
export function sendProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const described = describe(error)
  if (described) return writeProblem(request, reply, described)
  request.log.error({ err: error }, 'request failed')
  const detail = 'Something went wrong on our side. Please try again.'
  return writeProblem(request, reply, { status: 500, code: 'internal', detail })
}

function describe(error: FastifyError): KnownError | undefined {
  if (error.validation) return describeValidation(error)
  const status = STATUS_BY_ERROR[error.name]
  if (status)
    return {
      status,
      code: error.code,
      detail: error.message,
      ...('errors' in error && { errors: error.errors as FieldError[] }),
      ...('retryAfterSeconds' in error &&
        typeof error.retryAfterSeconds === 'number' && { retryAfterSeconds: error.retryAfterSeconds }),
    }
  if (isStoreUnavailable(error))
    return {
      status: 503,
      code: 'unavailable',
      detail: 'The data cannot be reached right now. Please try again.',
      retryAfterSeconds: ELECTION_SECONDS,
    }
  if (isStoreFull(error))
    return {
      status: 507,
      code: 'no-room',
      detail: 'There is no room for more data. Reading works as before.',
    }
  // Fastify's own errors (body too large, malformed JSON, bad URL, ...) have a 4xx and a safe message.
  if (error.statusCode && error.statusCode < 500)
    return { status: error.statusCode, code: codeOf(error), detail: error.message }
  return undefined
}

function describeValidation(error: FastifyError): KnownError {
  const errors = (error.validation ?? []).filter(isSpecific).map((problem) => {
    const { instancePath, params } = problem
    const missing = typeof params.missingProperty === 'string' ? `/${params.missingProperty}` : ''
    const unknown = typeof params.additionalProperty === 'string' ? `/${params.additionalProperty}` : ''
    return {
      field: `${instancePath}${missing}${unknown}`.slice(1).replaceAll('/', '.'),
      message: missing ? 'is required' : unknown ? 'is not known here' : describeValue(problem),
    }
  })
  const detail = errors
    .map(({ field, message }) => `${field || error.validationContext} ${message}`)
    .join('; ')
  return { status: 400, code: 'invalid-input', detail, errors }
}

/** For a value that may also be null, Ajv reports that alternative as well, which does not say what is wrong. */
const isSpecific = ({ keyword, params }: FastifySchemaValidationError): boolean =>
  keyword !== 'anyOf' && params.type !== 'null'

/** Ajv says that a value is not allowed, or does not match a regular expression; people need the values, or the form. */
function describeValue({
  keyword,
  params,
  message = 'is not valid',
  parentSchema,
}: FastifySchemaValidationError & { parentSchema?: { description?: string } }): string {
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as unknown as string[]).join(', ')}`
  if (keyword !== 'pattern') return message
  if (params.pattern === '\\S') return 'must not be blank'
  return parentSchema?.description ? `must have this form: ${parentSchema.description}` : message
}

const codeOf = (error: FastifyError) =>
  (error.code ?? 'bad-request')
    .replace(/^FST_ERR_(CTP_)?/, '')
    .toLowerCase()
    .replaceAll('_', '-')

function writeProblem(request: FastifyRequest, reply: FastifyReply, error: KnownError): FastifyReply {
  const problem: Problem = {
    type: `/problems/${error.code}`,
    title: TITLES[error.status] ?? 'Server error',
    status: error.status,
    detail: error.detail,
    requestId: request.id,
    ...(error.errors?.length ? { errors: error.errors } : {}),
  }
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  reply.header('cache-control', 'no-store')
  return reply.code(error.status).type(PROBLEM_MEDIA_TYPE).serializer(JSON.stringify).send(problem)
}
