import { readFileSync } from 'node:fs'
import { type Endpoint, pathOf, type Problem, type PublishedApp } from '@offquad/contracts'
import { CommandFailure } from '../command-failure'
import { dataDirectory, environment } from '../config'
import { readRunFile } from '../start/run-file'
import { ensureDeployTokens, readDeployTokens } from '../start/deploy-tokens'

interface Sent {
  params: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  file?: Buffer
}

/** The gateway that a slice is deployed to. */
export interface Gateway {
  url: string
  /** @throws GatewayError with the gateway's reasons, CommandFailure when it cannot be reached */
  send<Reply>(endpoint: Endpoint, sent: Sent): Promise<Reply>
  /** Whether an earlier deploy has uploaded the files of a version. */
  hasFilesOf(app: PublishedApp): Promise<boolean>
}

/** No gateway received a request. */
export class NoGatewayError extends CommandFailure {
  constructor(
    sentence: string,
    /** Whether it is the one of the platform in DATA_DIR. */
    readonly isLocal: boolean,
  ) {
    super(sentence)
  }
}

/** The gateway rejected a request. */
export class GatewayError extends CommandFailure {
  constructor(
    sentence: string,
    readonly status: number,
    /** The stable name of what went wrong: `canary-running`. */
    readonly code: string | undefined,
  ) {
    super(sentence)
  }
}

/**
 * @param givenUrl absent: DEPLOY_TO, or the platform that runs on this machine
 * @throws CommandFailure when there is no token for the app
 */
export async function findGateway(app: string, givenUrl: string | undefined): Promise<Gateway> {
  const dataDir = dataDirectory()
  const { DEPLOY_TO, DEPLOY_TOKEN_FILE } = environment()
  const remoteUrl = givenUrl ?? (DEPLOY_TO || undefined)
  const isLocal = remoteUrl === undefined
  const findLocal = async () => {
    const run = await readRunFile(dataDir).catch((error: Error) => {
      throw new NoGatewayError(error.message, isLocal)
    })
    return run.url
  }
  const url = (remoteUrl ?? (await findLocal())).replace(/\/$/, '')
  // Tokens can be created only for the platform of this machine, whose gateway reads the file.
  const tokens = remoteUrl ? await readDeployTokens(dataDir) : await ensureDeployTokens(dataDir, [{ app }])
  const token =
    environment().DEPLOY_TOKEN || (DEPLOY_TOKEN_FILE && readToken(DEPLOY_TOKEN_FILE)) || tokens[app]
  if (!token) throw new CommandFailure(`Set DEPLOY_TOKEN to the deploy token of ${app}.`)
  return openGateway(url, token, isLocal)
}

/** @param isLocal whether it is the gateway of the platform in DATA_DIR */
export function openGateway(url: string, token: string, isLocal = true): Gateway {
  return {
    url,
    async send<Reply>(endpoint: Endpoint, sent: Sent): Promise<Reply> {
      const query = sent.query ? `?${String(new URLSearchParams(sent.query))}` : ''
      const response = await fetch(`${url}${pathOf(endpoint, sent.params)}${query}`, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(sent.body !== undefined && { 'content-type': 'application/json' }),
          ...(sent.file && { 'content-type': 'application/octet-stream' }),
        },
        ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
        ...(sent.file && { body: new Uint8Array(sent.file) }),
      }).catch((error: unknown) => {
        const cause = (error as Error).cause as NodeJS.ErrnoException | undefined
        const sentence = `${url} cannot be reached: ${String(cause ?? error)}`
        // Otherwise it may have received the request.
        throw isRefused(cause) ? new NoGatewayError(sentence, isLocal) : new CommandFailure(sentence)
      })
      if (!response.ok) throw await errorFrom(response)
      return (await response.json()) as Reply
    },
    async hasFilesOf({ baseUrl }) {
      const response = await fetch(`${url}${baseUrl}mf-manifest.json`, { method: 'HEAD' }).catch(
        () => undefined,
      )
      return response?.ok ?? false
    },
  }
}

/** Node tries both addresses of localhost, and reports all of them together. */
const isRefused = (cause: unknown): boolean =>
  cause instanceof AggregateError
    ? cause.errors.every(isRefused)
    : (cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new CommandFailure(`DEPLOY_TOKEN_FILE ${file} cannot be read: ${(error as Error).message}`)
  }
}

async function errorFrom(response: Response): Promise<GatewayError> {
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>
  const reasons = (problem.errors ?? []).map(({ message }) => `  - ${message}`)
  const detail = problem.detail ?? `The gateway responded with ${response.status}.`
  const sentence = reasons.length > 0 ? `Rejected:\n${reasons.join('\n')}` : detail
  return new GatewayError(sentence, response.status, problem.type?.replace('/problems/', ''))
}
