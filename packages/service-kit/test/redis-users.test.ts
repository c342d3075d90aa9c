import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { job, type JobContract, JOBS, responsesInvalidated } from '@offquad/contracts'
import { type EmbeddedRedis, startEmbeddedRedis } from '@offquad/embedded-redis'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { Type } from 'typebox'
import { openEvents } from '../src/events'
import { openJobs } from '../src/jobs'
import { createLog } from '../src/log'
import { openQueues } from '../src/inspect-queues'
import { redisConnection } from '../src/redis'
import { until } from '../src/testing'

const REPOSITORY = path.resolve(__dirname, '../../..')
const QUEUE_PREFIX = 'offquad'
const log = createLog('redis-users-test', 'silent')

/** Errors of Redis 7.0 and later versions. */
const REFUSED_IN_SCRIPT = /NOPERM|ACL failure|The user executing the script can't/

/** A queue as a process that takes any payload sees it. */
const anyJob = (queue: string) => job(queue, { to: '' }, '', Type.Any())

const PROCESSES = readdirSync(REPOSITORY)
  .filter((folder) => folder.startsWith('svc-'))
  .flatMap((folder) =>
    existsSync(path.join(REPOSITORY, folder, 'src/worker.ts')) ? [folder, `${folder}-worker`] : [folder],
  )

/** The process that runs a job. */
const runnerOf = ({ to }: JobContract) => (PROCESSES.includes(`${to}-worker`) ? `${to}-worker` : to)

describe('the users of Redis, as deploy/redis/make-users.sh makes them', () => {
  let folder: string
  let redis: EmbeddedRedis
  let acl: string
  const passwords = new Map<string, string>()
  const queuesOf = new Map<string, string[]>()

  const makeUsers = () =>
    promisify(execFile)('bash', [path.join(REPOSITORY, 'deploy/redis/make-users.sh'), folder])

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'offquad-redis-secrets-'))
    await makeUsers()
    acl = await readFile(path.join(folder, 'redis-users.acl'), 'utf8')
    for (const file of await readdir(folder)) {
      const user = /^redis-(.*)\.password$/.exec(file)?.[1]
      if (user) passwords.set(user, await readFile(path.join(folder, file), 'utf8'))
    }
    for (const name of PROCESSES) {
      const reached = JOBS.filter((job) => runnerOf(job) === name || job.from.includes(name))
      queuesOf.set(
        name,
        reached.map(({ queue }) => queue),
      )
    }
    redis = await startEmbeddedRedis({ settings: { aclfile: path.join(folder, 'redis-users.acl') } })
  })
  afterAll(async () => {
    await redis.close()
    await rm(folder, { recursive: true })
  })

  const urlOf = (user: string) => `redis://${user}:${passwords.get(user)}@127.0.0.1:${redis.port}`
  const settingsOf = (user: string) => ({ REDIS_URL: urlOf(user), QUEUE_PREFIX })

  /** Runs commands as a user. */
  async function as<T>(
    user: string,
    run: (send: (name: string, ...args: string[]) => Promise<unknown>) => Promise<T>,
  ): Promise<T> {
    const client = new Redis(urlOf(user), { disableClientInfo: true })
    try {
      return await run((name, ...args) => client.call(name, ...args))
    } finally {
      client.disconnect()
    }
  }
  const refusals = () =>
    as('operator', async (send) => {
      const entries = (await send('ACL', 'LOG')) as string[][]
      await send('ACL', 'LOG', 'RESET')
      return entries
    })

  it('keep their passwords when they are made again', async () => {
    await makeUsers()

    expect(await readFile(path.join(folder, 'redis-users.acl'), 'utf8')).toBe(acl)
  })

  it('are those of the processes that contracts of queues name', () => {
    const named = JOBS.flatMap((job) => [runnerOf(job), ...job.from])

    expect(named.filter((name) => !PROCESSES.includes(name))).toEqual([])
    expect([...passwords.keys()].toSorted()).toEqual(
      [...PROCESSES, 'gateway', 'health', 'operator'].toSorted(),
    )
  })

  it('let each process add and run jobs, retry, schedule and deduplicate them, and receive events', async () => {
    for (const [user, queues] of queuesOf) {
      const jobs = openJobs(settingsOf(user), log)
      const events = openEvents(settingsOf(user), user, log)
      const heard: unknown[] = []
      const done = new Map<string, number>()
      await events.subscribe(responsesInvalidated, (event) => void heard.push(event))
      for (const queue of queues) {
        let attempts = 0
        await jobs.add(anyJob(queue), { once: true }, { deduplication: { id: queue } })
        await jobs.add(anyJob(queue), { once: true }, { deduplication: { id: queue } })
        await jobs.add(anyJob(queue), {}, { jobId: `id-${queue}`, backoff: 1 })
        await jobs.addBulk(anyJob(queue), [{}, {}])
        await jobs.schedule(queue, 60_000, async () => {
          attempts += 1
          if (attempts === 1) throw new Error('not yet')
          done.set(queue, (done.get(queue) ?? 0) + 1)
        })
      }
      await events.publish(responsesInvalidated, { service: user })

      // One with an id and two without; the others may have been added by the process before.
      await until(() => queues.every((queue) => (done.get(queue) ?? 0) >= 3))
      await until(() => heard.length === 1)
      await Promise.all([jobs.close(), events.close()])
    }

    expect(await refusals()).toEqual([])
  })

  it('let the gateway read all queues, retry failed jobs, and count calls and reports', async () => {
    const [user = '', [queue = ''] = []] = [...queuesOf][0] ?? []
    const jobs = openJobs(settingsOf(user), log)
    const failing = new Queue(queue, { connection: redisConnection(settingsOf(user)), prefix: QUEUE_PREFIX })
    await jobs.registerWorker(anyJob(queue), async () => {
      throw new Error('it is what it is')
    })
    await failing.add(queue, {}, { attempts: 1 })
    await until(() => failing.getFailedCount())
    await failing.close()
    await jobs.close()
    const queues = openQueues(JOBS, settingsOf('gateway'), log)

    expect((await queues.list()).find(({ name }) => name === queue)?.failed).toBe(1)
    expect(await queues.retryFailed(queue)).toBe(1)
    expect((await queues.measure()).find(({ name }) => name === queue)?.waiting).toBe(1)
    await queues.close()
    await as('gateway', async (send) => {
      await send('INFO')
      const count =
        "redis.call('set', KEYS[1], 0, 'EX', 60, 'NX') redis.call('incrby', KEYS[1], 1) return redis.call('pttl', KEYS[1])"
      await send('EVAL', count, '1', `${QUEUE_PREFIX}:rate:read:user:ann`)
      await send('SADD', `${QUEUE_PREFIX}:page:one`, 'entry')
      await send('EXPIRE', `${QUEUE_PREFIX}:page:one`, '60')
    })

    expect(await refusals()).toEqual([])
  })

  it('are denied commands that no process uses, also in scripts', async () => {
    for (const user of ['gateway', ...queuesOf.keys()])
      await as(user, async (send) => {
        for (const [name = '', ...args] of [
          ['FLUSHALL'],
          ['FLUSHDB'],
          ['CONFIG', 'GET', '*'],
          ['CONFIG', 'SET', 'maxmemory', '1'],
          ['KEYS', '*'],
          ['SCAN', '0'],
          ['RANDOMKEY'],
          ['DBSIZE'],
          ['SHUTDOWN', 'NOSAVE'],
          ['SAVE'],
          ['REPLICAOF', 'NO', 'ONE'],
          ['ACL', 'LIST'],
          ['ACL', 'SETUSER', user, '+@all'],
          ['MONITOR'],
          ['CLIENT', 'LIST'],
          ['CLIENT', 'KILL', 'TYPE', 'normal'],
          ['MODULE', 'LIST'],
          ['FUNCTION', 'LIST'],
          ['SCRIPT', 'FLUSH'],
          ['SUBSCRIBE', 'anything'],
          ['PUBLISH', 'anything', ''],
          ['SELECT', '1'],
          ['SWAPDB', '0', '1'],
        ])
          await expect(send(name, ...args)).rejects.toThrow('NOPERM')
        for (const call of ["'flushall'", "'keys', '*'", "'scan', '0'"])
          await expect(send('EVAL', `return redis.call(${call})`, '0')).rejects.toThrow(REFUSED_IN_SCRIPT)
      })
  })

  it('are denied the keys of other queues, also in scripts', async () => {
    const all = JOBS.map(({ queue }) => queue)
    for (const [user, queues] of queuesOf)
      await as(user, async (send) => {
        const others = all.filter((queue) => !queues.includes(queue)).map((queue) => `${queue}:wait`)
        for (const name of [...others, 'rate:read:user:ann', 'page:one']) {
          const key = `${QUEUE_PREFIX}:${name}`
          await expect(send('LRANGE', key, '0', '-1')).rejects.toThrow('NOPERM')
          await expect(send('DEL', key)).rejects.toThrow('NOPERM')
          await expect(send('EVAL', `return redis.call('get', '${key}')`, '0')).rejects.toThrow(
            REFUSED_IN_SCRIPT,
          )
        }
        await expect(send('GET', 'anything')).rejects.toThrow('NOPERM')
      })
  })

  it('allow nothing without a password, and a write to one key for the health check', async () => {
    const nobody = new Redis(redis.url, { retryStrategy: () => null })
    nobody.on('error', () => undefined)
    await expect(nobody.ping()).rejects.toThrow(/NOAUTH|NOPERM/)
    nobody.disconnect()

    await as('health', async (send) => {
      expect(await send('INCR', `${QUEUE_PREFIX}::health`)).toBe(1)
      await expect(send('INFO')).rejects.toThrow('NOPERM')
      await expect(send('INCR', `${QUEUE_PREFIX}:rate:read:user:ann`)).rejects.toThrow('NOPERM')
    })
  })
})
