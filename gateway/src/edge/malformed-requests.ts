import { randomUUID } from 'node:crypto'
import { type Socket } from 'node:net'
import { type Problem, PROBLEM_MEDIA_TYPE } from '@offquad/contracts'

const TOO_LARGE = { status: 431, title: 'Request Header Fields Too Large', code: 'headers-too-large' }
const TOO_SLOW = { status: 408, title: 'Request Timeout', code: 'request-timeout' }
const MALFORMED = { status: 400, title: 'Bad Request', code: 'malformed-request' }

const REFUSALS: Record<string, typeof MALFORMED> = {
  HPE_HEADER_OVERFLOW: TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
}

/** Responds on the raw socket to what Node's HTTP parser rejects. */
export function rejectMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, title, code } = REFUSALS[error.code ?? ''] ?? MALFORMED
  const problem: Problem = { type: `/problems/${code}`, title, status, requestId: randomUUID() }
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    `content-type: ${PROBLEM_MEDIA_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  else socket.destroy()
}
