import { type Problem } from '@offquad/contracts'

/** A failed call: the problem that the service reported, or status 0 when it could not be reached. */
export class ProblemError extends Error {
  override name = 'ProblemError'

  constructor(
    readonly problem: Pick<Problem, 'status' | 'type' | 'title' | 'detail' | 'errors' | 'requestId'>,
  ) {
    super(problem.detail ?? problem.title)
  }

  get status(): number {
    return this.problem.status
  }

  get title(): string {
    return this.problem.title
  }

  /** The cause and the remedy, in words for users. */
  get detail(): string {
    return this.message
  }

  get requestId(): string {
    return this.problem.requestId
  }

  /** Errors of single fields. */
  get errors(): NonNullable<Problem['errors']> {
    return this.problem.errors ?? []
  }

  /** Stable identifier of the problem: branch on this, never on the text. */
  get code(): string {
    return this.problem.type.split('/').at(-1) ?? ''
  }
}

/** Whether the requested resource does not exist; a malformed id (400) identifies nothing either. */
export const isNotFound = (error: ProblemError | null): boolean =>
  error?.status === 404 || error?.status === 400

export const unreachable = () =>
  new ProblemError({
    type: '/problems/unreachable',
    title: 'No connection',
    status: 0,
    detail: navigator.onLine
      ? 'The site cannot be reached. Check your connection and try again.'
      : 'You are offline. Try again once you are back online.',
    requestId: '',
  })

/** The problem in an error response, or `unexpectedResponse` for another body (a proxy's page, an empty body). */
export async function problemOf(response: Response): Promise<ProblemError> {
  const body: unknown = await response.json().catch(() => undefined)
  return isProblem(body) ? new ProblemError(body) : unexpectedResponse(response)
}

/** A response of any status that does not follow the contract. */
export const unexpectedResponse = (response: Response) =>
  new ProblemError({
    type: '/problems/unexpected-answer',
    title: 'Unexpected response',
    status: response.status,
    detail: "The site's response could not be read. Please try again in a moment.",
    requestId: response.headers.get('x-request-id') ?? '',
  })

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'type' in body && 'status' in body && 'title' in body
