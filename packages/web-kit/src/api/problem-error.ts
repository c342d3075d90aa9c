import { type Problem } from '@offquad/contracts'

/** A call that did not succeed: what the service said, or that it could not be reached (status 0). */
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

  /** What is wrong here and what to do; readable, also when nothing could be reached. */
  get detail(): string {
    return this.message
  }

  get requestId(): string {
    return this.problem.requestId
  }

  /** What is wrong with which field of a form. */
  get errors(): NonNullable<Problem['errors']> {
    return this.problem.errors ?? []
  }

  /** The stable name of what went wrong: branch on this, never on the text. */
  get code(): string {
    return this.problem.type.split('/').at(-1) ?? ''
  }
}

/** What was asked for does not exist, as far as the service knows; a malformed id names nothing either. */
export const isMissing = (error: ProblemError | null): boolean =>
  error?.status === 404 || error?.status === 400

export const unreachable = () =>
  new ProblemError({
    type: '/problems/unreachable',
    title: 'No connection',
    status: 0,
    detail: 'The site cannot be reached. Check your connection and try again.',
    requestId: '',
  })

/** The problem a response describes, also when it is not one of ours (a proxy's page, an empty body). */
export async function problemOf(response: Response): Promise<ProblemError> {
  const body: unknown = await response.json().catch(() => undefined)
  return isProblem(body) ? new ProblemError(body) : unexpectedAnswer(response)
}

/** An answer that is not what the contract says, whatever its status. */
export const unexpectedAnswer = (response: Response) =>
  new ProblemError({
    type: '/problems/unexpected-answer',
    title: 'Unexpected answer',
    status: response.status,
    detail: "The site's response could not be read. Please try again in a moment.",
    requestId: response.headers.get('x-request-id') ?? '',
  })

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'type' in body && 'status' in body && 'title' in body
