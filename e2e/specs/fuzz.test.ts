import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ENDPOINTS } from '@offquad/contracts'
import fc from 'fast-check'
import { type ApiDocument, badRequests, type WireRequest } from '../src/fuzz/generate-requests'
import { accessTokenOf } from '../src/people'
import { type Command, readRun, startPlatform, stopPlatform } from '../src/platform'

const DOCUMENTS = [...Object.keys(ENDPOINTS), 'gateway']
const REQUESTS_PER_CALL = 8
const AT_ONCE = 16
const HANGS_MS = 10_000
const MAX_GROWTH_MB = 48
const SEED = 20261121

interface Outcome {
  call: string
  request: WireRequest
  who: string
  /** Status of the response, or the error if there was none. */
  status: number | string
}

describe('every API call, with thousands of invalid requests', () => {
  let platform: { command: Command; url: string }
  let dataDir: string
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'offquad-fuzz-'))
    platform = await startPlatform(dataDir)
  })
  afterAll(async () => {
    agent.destroy()
    await stopPlatform(platform.command)
    await rm(dataDir, { recursive: true, force: true })
  })

  function send(
    { method, target, contentType, body }: WireRequest,
    authorization: string,
  ): Promise<number | string> {
    return new Promise((resolve) => {
      const headers = {
        ...(authorization && { authorization }),
        ...(contentType && { 'content-type': contentType }),
      }
      const request = httpRequest(platform.url, { method, headers, agent, path: target })
      request.setTimeout(HANGS_MS, () => request.destroy(new Error('no answer')))
      request.on('error', (error) => resolve(error.message))
      request.on('response', (response) => {
        resolve(response.statusCode ?? 0)
        // Event streams never end.
        if (String(response.headers['content-type']).includes('event-stream')) response.destroy()
        else response.resume()
      })
      request.end(body)
    })
  }

  /** Sends the invalid requests of every call as every role; the same ones every time. */
  async function fuzz(authorizations: Record<string, string>): Promise<Outcome[]> {
    const documents = DOCUMENTS.map(async (name) =>
      (await fetch(`${platform.url}/api/docs/${name}.json`)).json(),
    )
    const calls = ((await Promise.all(documents)) as ApiDocument[]).flatMap(badRequests)
    const queue = calls.flatMap(({ call, request }) =>
      Object.keys(authorizations).flatMap((who) =>
        fc
          .sample(request, { numRuns: REQUESTS_PER_CALL, seed: SEED })
          .map((request) => ({ call, request, who })),
      ),
    )
    const outcomes: Outcome[] = []
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift())
        outcomes.push({ ...next, status: await send(next.request, authorizations[next.who] ?? '') })
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return outcomes
  }

  /** Resident memory of each process in megabytes, by name. */
  async function memory(): Promise<Map<string, number>> {
    const { processes } = await readRun(dataDir)
    const sizes = processes.map(async ({ name, pid }) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      return [name, (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6] as const
    })
    return new Map(await Promise.all(sizes))
  }

  it('responds to each with a reason, without a server error, a timeout or a memory leak', async () => {
    const deployTokens = JSON.parse(
      await readFile(path.join(dataDir, 'keys/deploy-tokens.json'), 'utf8'),
    ) as Record<string, string>
    const authorizations = {
      nobody: '',
      'a forger': 'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYWRtaW4ifQ.',
      'a student': `Bearer ${await accessTokenOf('fuzz@cornell.edu', { ...platform, dataDir })}`,
      'an administrator': `Bearer ${await accessTokenOf('admin@cornell.edu', { ...platform, dataDir })}`,
      'a team': `Bearer ${deployTokens['mfe-admin']}`,
    }
    const pids = (await readRun(dataDir)).processes.map(({ pid }) => pid)
    const outcomes = await fuzz(authorizations)
    const before = await memory()
    outcomes.push(...(await fuzz(authorizations)))
    const after = await memory()

    const failures = outcomes.filter(({ status }) => typeof status === 'string' || status >= 500)
    expect(failures.map(describeOutcome)).toEqual([])
    expect(outcomes.length).toBeGreaterThan(5_000)
    expect((await readRun(dataDir)).processes.map(({ pid }) => pid)).toEqual(pids)
    expect((await fetch(`${platform.url}/readyz`)).status).toBe(200)
    const grown = [...after].filter(([name, size]) => size - (before.get(name) ?? 0) > MAX_GROWTH_MB)
    expect(grown).toEqual([])
  })
})

const describeOutcome = ({ call, request, who, status }: Outcome): string =>
  `${call} by ${who}: ${status} for ${JSON.stringify(request).slice(0, 400)}`
