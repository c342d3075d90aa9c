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

/** The gateway a slice is deployed to, as the team of the slice. */
export interface Gateway {
  url: string
  /** @throws GatewayRefusal with the gateway's reasons, CommandFailure when it cannot be reached */
  send<Reply>(endpoint: Endpoint, sent: Sent): Promise<Reply>
  /** Whether the files of a version are there from an earlier deploy. */
  hasFilesOf(app: PublishedApp): Promise<boolean>
}

/** The gateway's answer to a request it did not carry out. */
export class GatewayRefusal extends CommandFailure {
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
  const url = (remoteUrl ?? (await readRunFile(dataDir)).url).replace(/\/$/, '')
  // Only for the platform of this machine a token can be created: its gateway reads the file it goes to.
  const tokens = remoteUrl ? await readDeployTokens(dataDir) : await ensureDeployTokens(dataDir, [{ app }])
  const token =
    environment().DEPLOY_TOKEN || (DEPLOY_TOKEN_FILE && readToken(DEPLOY_TOKEN_FILE)) || tokens[app]
  if (!token) throw new CommandFailure(`Set DEPLOY_TOKEN to the deploy token of ${app}.`)

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
        throw new CommandFailure(`${url} cannot be reached: ${String((error as Error).cause ?? error)}`)
      })
      if (!response.ok) throw await refusalOf(response)
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

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new CommandFailure(`DEPLOY_TOKEN_FILE ${file} cannot be read: ${(error as Error).message}`)
  }
}

async function refusalOf(response: Response): Promise<GatewayRefusal> {
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>
  const reasons = (problem.errors ?? []).map(({ message }) => `  - ${message}`)
  const detail = problem.detail ?? `The gateway answered ${response.status}.`
  const sentence = reasons.length > 0 ? `Refused:\n${reasons.join('\n')}` : detail
  return new GatewayRefusal(sentence, response.status, problem.type?.replace('/problems/', ''))
}
