import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, until } from '@offquad/service-kit/testing'
import { FORTY_PICTURES } from './forty-pictures'
import { limitMemory } from './memory-limit'
import { startReviews, type TestReviews, type Who } from './start-reviews'

/** `npm test` uploads every third of them, four at once; `npm run test:long` all, and one by one as well. */
const ALL = process.env.PICTURES === 'all'
const WAYS = [
  { how: 'four at once', lanes: 4 },
  { how: 'one by one', lanes: 1 },
].slice(0, ALL ? 2 : 1)
/** Only to end a test that hangs. */
const PATIENCE_MS = 1_200_000
/** The limit in docker-compose.yml and Kubernetes. */
const LIMIT_BYTES = 512 * 1024 ** 2

const pictures: [name: string, file: Buffer, refusal?: RegExp][] = []
const limit = limitMemory(LIMIT_BYTES)
let test: TestReviews
let service: ChildProcess
let ended: Promise<unknown>
let url: string
const SERVICE = path.resolve(__dirname, '..')
beforeAll(async () => {
  // Only what has changed: a bundle without the note of its sources would be built again by every platform that starts.
  execFileSync(process.execPath, ['../tools/cli/bootstrap.mjs', 'build'], { cwd: SERVICE })
  for (const [index, [name, make, refusal]] of FORTY_PICTURES.entries())
    if (ALL || index % 3 === 0) pictures.push([name, await make(), refusal])
  test = await startReviews()
  const { MONGODB_URI, MONGODB_DATABASE, REDIS_URL, QUEUE_PREFIX, USERS_URL } = test.context.config
  const stores = { MONGODB_URI, MONGODB_DATABASE, REDIS_URL, QUEUE_PREFIX, USERS_URL }
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  service = spawn(
    '/bin/sh',
    ['-c', `${limit?.enter ?? ':'}; exec "$@"`, 'sh', process.execPath, 'dist/main.js'],
    {
      cwd: SERVICE,
      env: {
        PATH: process.env.PATH,
        ...stores,
        PORT: String(port),
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  ended = once(service, 'exit')
  await until(() => fetch(url).catch(() => undefined))
}, PATIENCE_MS)
afterAll(async () => {
  service.kill()
  await ended
  await test.close()
  limit?.remove()
})

/** Memory of a process and its child processes, in bytes. */
function memoryOf(pid: number | string = ''): number {
  try {
    const [, kilobytes = 0] = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    return children.reduce((sum, child) => sum + memoryOf(child), Number(kilobytes) * 1024)
  } catch {
    // It has ended.
    return 0
  }
}

it.each(WAYS)(
  'pictures of every kind, $how, end no process in a container of 512 MB',
  async ({ lanes }) => {
    const waiting = [...pictures]
    const answers: Record<string, unknown> = {}
    const upload = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [name, file] = next
        // A token for each: the first may have expired when a busy machine comes to the last.
        const who: Who = `user-${waiting.length}`
        const { status, body } = await test.upload(who, file, { to: url })
        answers[name] = status === 201 ? 'stored' : body.detail
      }
    }
    let isDone = false
    const uploads = Promise.all(Array.from({ length: lanes }, upload)).finally(() => (isDone = true))
    let most = 0
    for (; !isDone; await delay(10)) most = Math.max(most, memoryOf(service.pid))
    await uploads

    expect(answers).toEqual(
      Object.fromEntries(
        pictures.map(([name, , refusal]) => [name, refusal ? expect.stringMatching(refusal) : 'stored']),
      ),
    )
    expect([service.exitCode, service.signalCode, limit?.countEnded() ?? 0]).toEqual([null, null, 0])
    expect(most).toBeLessThan(LIMIT_BYTES)
  },
  PATIENCE_MS,
)
