import { type Endpoint, pathOf, type Problem, type PublishedApp } from '@offquad/contracts'
import { CommandFailure } from '../command-failure'
import { dataDirectory, environment } from '../config'
import { readRunFile } from '../start/run-file'
import { readDeployTokens } from '../start/deploy-tokens'

interface Sent {
  params: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  file?: Buffer
}

/** The gateway a slice is deployed to, as the team of the slice. */
export interface Gateway {
  /** @throws CommandFailure with the gateway's reasons when it refuses */
  send<Reply>(endpoint: Endpoint, sent: Sent): Promise<Reply>
  /** Whether the version's files are there from an earlier deploy. */
  has(app: PublishedApp): Promise<boolean>
}

/**
 * @param to its URL; absent: DEPLOY_TO, or the platform that runs on this machine
 * @throws CommandFailure when there is no token for the app
 */
export async function findGateway(app: string, to: string | undefined): Promise<Gateway> {
  const dataDir = dataDirectory()
  const { DEPLOY_TO, DEPLOY_TOKEN } = environment()
  const url = (to ?? (DEPLOY_TO || (await readRunFile(dataDir)).url)).replace(/\/$/, '')
  const token = DEPLOY_TOKEN || (await readDeployTokens(dataDir))[app]
  if (!token) throw new CommandFailure(`Set DEPLOY_TOKEN to the deploy token of ${app}.`)

  return {
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
      if (!response.ok) throw await refusal(response)
      return (await response.json()) as Reply
    },
    async has({ baseUrl }) {
      const response = await fetch(`${url}${baseUrl}mf-manifest.json`, { method: 'HEAD' }).catch(
        () => undefined,
      )
      return response?.ok ?? false
    },
  }
}

const LIVE_ALREADY = '/problems/live-already'

/** What is to be live is. */
export class LiveAlready extends CommandFailure {}

async function refusal(response: Response): Promise<CommandFailure> {
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>
  const reasons = (problem.errors ?? []).map(({ message }) => `  - ${message}`)
  const detail = problem.detail ?? `The gateway answered ${response.status}.`
  const sentence = reasons.length > 0 ? `Refused:\n${reasons.join('\n')}` : detail
  return problem.type === LIVE_ALREADY ? new LiveAlready(sentence) : new CommandFailure(sentence)
}
