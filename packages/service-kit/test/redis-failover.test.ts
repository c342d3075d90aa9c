import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { responsesInvalidated, computeTravelTimes } from '@offquad/contracts'
import { startEmbeddedRedis } from '@offquad/embedded-redis'
import { Redis } from 'ioredis'
import { openEvents } from '../src/events'
import { openJobs } from '../src/jobs'
import { createLog } from '../src/log'
import { freePorts, until } from '../src/testing'

const log = createLog('redis-failover-test', 'silent')
const NAME = 'offquad'

/** One Redis with two replicas, watched by three Sentinels. */
async function startSentinelSet() {
  const folder = await mkdtemp(path.join(tmpdir(), 'offquad-sentinels-'))
  const children: ChildProcess[] = []
  const dead = new Set<number>()
  // Replicas write what they copy into a file, which the next Redis in that folder would load.
  const folderOf = async (name: string) => {
    const dir = path.join(folder, name)
    await mkdir(dir)
    return { dir }
  }
  const master = await startEmbeddedRedis({ settings: await folderOf('first') })
  const replicaof = `127.0.0.1 ${master.port}`
  const replicas = await Promise.all(
    ['second', 'third'].map(async (name) =>
      startEmbeddedRedis({ settings: { ...(await folderOf(name)), replicaof } }),
    ),
  )
  const ports = await freePorts(3)
  for (const port of ports) {
    const file = path.join(folder, `${port}.conf`)
    await writeFile(
      file,
      [
        `port ${port}`,
        'bind 127.0.0.1',
        `dir ${folder}`,
        `sentinel monitor ${NAME} 127.0.0.1 ${master.port} 2`,
        `sentinel down-after-milliseconds ${NAME} 500`,
        `sentinel failover-timeout ${NAME} 2000`,
        '',
      ].join('\n'),
    )
    children.push(spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' }))
  }
  const sentinel = new Redis(ports[0] ?? 0, '127.0.0.1')
  sentinel.on('error', () => undefined)
  const stateOf = async () => {
    const state = (await sentinel.call('SENTINEL', 'MASTER', NAME).catch(() => [])) as string[]
    const at = (name: string) => state[state.indexOf(name) + 1]
    return {
      port: Number(at('port')),
      replicas: Number(at('num-slaves')),
      others: Number(at('num-other-sentinels')),
    }
  }
  await until(async () => {
    const { replicas: known, others } = await stateOf()
    return known === 2 && others === 2
  })
  return {
    settings: {
      REDIS_URL: 'redis://redis',
      QUEUE_PREFIX: 'offquad',
      REDIS_SENTINELS: ports.map((port) => `redis://127.0.0.1:${port}`).join(),
      REDIS_SENTINEL_NAME: NAME,
    },
    masterPort: async () => (await stateOf()).port,
    /** Kills the Redis that is the master, or has it hang as a machine does that is cut off. */
    async loseMaster(signal: 'SIGKILL' | 'SIGSTOP') {
      const { port } = await stateOf()
      const { pid } = [master, ...replicas].find((redis) => redis.port === port) ?? {}
      if (!pid) throw new Error('there is no master')
      process.kill(pid, signal)
      if (signal === 'SIGKILL') dead.add(pid)
      await until(async () => (await stateOf()).port !== port)
    },
    async close() {
      sentinel.disconnect()
      for (const child of children) {
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        await ended
      }
      for (const { pid, ended } of [master, ...replicas]) {
        // Some processes are dead already, or stopped.
        if (pid !== undefined && !dead.has(pid)) process.kill(pid, 'SIGKILL')
        await ended
      }
      await rm(folder, { recursive: true })
    },
  }
}

describe('a Redis with replicas and Sentinels', () => {
  let set: Awaited<ReturnType<typeof startSentinelSet>>
  beforeEach(async () => {
    set = await startSentinelSet()
  })
  afterEach(() => set.close())

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'whose master is lost (%s) while jobs are done loses none of them, has the effect of each once, and delivers events again',
    async (signal) => {
      const [producer, consumer] = [openJobs(set.settings, log), openJobs(set.settings, log)]
      const [publisher, listener] = ['one', 'two'].map((name) => openEvents(set.settings, name, log))
      const heard: unknown[] = []
      await listener?.subscribe(responsesInvalidated, (event) => void heard.push(event))
      // Idempotent, as in the services: repeating a job has no further effect.
      const effects = new Map<string, number>()
      let runs = 0
      let isLost = false
      await consumer.registerWorker(
        computeTravelTimes,
        async ({ apartmentId }) => {
          runs += 1
          // Some are under way when the master is lost.
          if (!isLost && runs > 20) await until(() => isLost)
          await delay(5)
          effects.set(apartmentId, 1)
        },
        { concurrency: 5 },
      )
      const acknowledged: string[] = []
      let isAdding = true
      const adding = (async () => {
        for (let number = 0; isAdding; number += 1) {
          const apartmentId = `apartment-${number}`
          await producer.add(computeTravelTimes, { apartmentId }, { jobId: apartmentId }).then(
            () => acknowledged.push(apartmentId),
            // An outbox would add it again.
            () => undefined,
          )
        }
      })()
      await until(() => runs >= 25 && acknowledged.length > 100)

      await set.loseMaster(signal)
      isLost = true
      const before = acknowledged.length
      await until(() => acknowledged.length > before + 50)
      isAdding = false
      await adding

      await until(() => acknowledged.every((id) => effects.has(id)))
      await publisher?.publish(responsesInvalidated, { service: 'svc-catalog' })
      await until(async () => {
        if (heard.length > 0) return true
        await publisher?.publish(responsesInvalidated, { service: 'svc-catalog' })
        await delay(200)
        return false
      })
      await Promise.all([producer, consumer, publisher, listener].map(async (open) => open?.close()))
    },
  )
})
