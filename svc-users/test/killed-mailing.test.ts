import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { countUnseenAlerts, reportSearchMatches, saveSearch } from '@offquad/contracts'
import { createLog, type Jobs, openJobs } from '@offquad/service-kit'
import {
  type KillableRedis,
  type MailServer,
  type MongoProxy,
  startKillableRedis,
  startMailServer,
  startMongoProxy,
  until,
} from '@offquad/service-kit/testing'
import { createRandom } from '@offquad/service-kit/testing/random'
import { type MailingProcess } from './mailing-process'
import { startUsers, type TestUsers } from './start-users'

const SEED = Number(process.env.SEED ?? Date.now())
const random = createRandom(SEED)
const USERS = Array.from({ length: 12 }, (_, index) => `user${index}@cornell.edu`)
const ROUNDS_PER_KILL = 2

/** Steps at which a process is killed: alerts are stored, a mail is claimed, sent and marked as sent. */
const STEPS: Parameters<MongoProxy['holdCommand']>[] = [
  ['insert', 'alerts', 'before'],
  ['insert', 'alerts', 'after'],
  ['findAndModify', 'alert_mail', 'after'],
  ['update', 'alerts', 'before'],
  ['update', 'alerts', 'after'],
  ['update', 'alert_mail', 'before'],
  ['update', 'alert_mail', 'after'],
]
const KILLS = Number(process.env.KILLS ?? 3)

let service: TestUsers
let server: MailServer
let proxy: MongoProxy
let redis: KillableRedis
let catalog: Jobs
let running: ChildProcess | undefined
/** The user of each address. */
const uids = new Map<string, string>()
/** The Message-ID of each mail that was the last one before a kill. */
const lastBeforeKill: string[] = []
let rounds = 0
let day = 0

beforeAll(async () => {
  ;[service, server, redis] = await Promise.all([startUsers(), startMailServer(), startKillableRedis()])
  proxy = await startMongoProxy(service.context.config.MONGODB_URI)
  catalog = openJobs({ ...service.context.config, REDIS_URL: redis.url }, createLog('catalog', 'silent'))
  for (const [index, email] of USERS.entries()) {
    const { accessToken, user } = (await service.signIn(email)).body
    const body = { name: 'Homes', address: '', criteria: criteriaOf(index) }
    await service.call(saveSearch.path, { token: accessToken, body })
    uids.set(email, user.uid)
  }
})
afterAll(async () => {
  running?.kill('SIGKILL')
  await catalog.close()
  await service.close()
  await Promise.all([proxy.close(), server.close(), redis.close()])
})

/** Three searches, of four users each. */
const criteriaOf = (index: number) => ({ maxPrice: 1000 + (index % 3) })

function startNext(): void {
  day += 1
  const tomorrow = new Date(Date.now() + day * 24 * 60 * 60_000).toISOString().slice(0, 10)
  const started: MailingProcess = {
    config: {
      ...service.context.config,
      MONGODB_URI: proxy.uri,
      REDIS_URL: redis.url,
      SMTP_URL: server.url,
    },
    time: `${tomorrow}T12:00:00Z`,
  }
  running = spawn(process.execPath, ['--import', 'tsx', 'test/mailing-process.ts', JSON.stringify(started)], {
    cwd: path.resolve(__dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function kill(): Promise<void> {
  if (!running) return
  const exited = once(running, 'exit')
  running.kill('SIGKILL')
  expect(await exited).toEqual([null, 'SIGKILL'])
  const last = server.mails.at(-1)
  if (last) lastBeforeKill.push(messageIdOf(last))
}

/** Reports like svc-catalog: retries until Redis has the message, which may then arrive more than once. */
async function report(): Promise<void> {
  rounds += 1
  const round = rounds
  service.catalog.apartments.add(`p${round}`)
  const matches = [0, 1, 2].map((index) => ({
    search: JSON.stringify(criteriaOf(index)),
    places: [{ aptId: `p${round}`, reason: 'match' as const, rent: 900 }],
    total: 1,
  }))
  const changedAt = new Date(Date.now() + 60_000).toISOString()
  const add = () =>
    until(() =>
      catalog.add(reportSearchMatches, { round, changedAt, matches }).then(
        () => true,
        () => false,
      ),
    )
  await add()
  if (random.chance(0.3)) await add()
}

const messageIdOf = (mail: string): string => /^Message-ID: (.*?)\r?$/im.exec(mail)?.[1] ?? ''
const countAlerts = (filter = {}) => service.context.connection.collection('alerts').countDocuments(filter)
/** How many unmailed alerts are of mails whose process was killed. */
async function countCutOff(): Promise<number> {
  const { connection } = service.context
  const mails = connection.collection<{ alertIds?: string[] }>('alert_mail')
  const cutOff = await mails.find({ alertIds: { $exists: true } }).toArray()
  return countAlerts({ _id: { $in: cutOff.flatMap(({ alertIds = [] }) => alertIds) }, isMailed: false })
}

it(
  `each alert is in the bell and in a mail once, while processes and Redis are killed ${KILLS} times (seed ${SEED})`,
  async () => {
    for (let killed = 0; killed < KILLS; killed += 1) {
      const step = STEPS[killed] ?? (random.chance(0.5) ? random.pick(STEPS) : undefined)
      const mails = server.mails.length + random.between(1, USERS.length / 2)
      const reached = step ? proxy.holdCommand(...step) : until(() => server.mails.length >= mails)
      startNext()
      const reporting = (async () => {
        for (let count = 0; count < ROUNDS_PER_KILL; count += 1) await report()
      })()
      await reached
      await Promise.all([kill(), ...(random.chance(0.5) ? [redis.kill()] : [])])
      await reporting
    }

    startNext()
    await until(async () => (await countAlerts()) === rounds * USERS.length)
    await kill()
    // A mail that was cut off has the alerts of its time; those that came later are in the one of the day after.
    startNext()
    await until(async () => (await countCutOff()) === 0)
    await kill()
    startNext()
    await until(async () => (await countAlerts({ isMailed: false })) === 0)

    for (const uid of uids.values()) {
      const token = service.context.tokens.issue({ id: uid, role: 'student' })
      expect((await service.call(countUnseenAlerts.path, { token })).body).toEqual({ count: rounds })
    }
    /** The mails that name a place, by their Message-ID. */
    const mailsAbout = new Map<string, Set<string>>()
    for (const mail of server.mails) {
      const to = /^To: .*<(.*)>/m.exec(mail)?.[1] ?? ''
      for (const [place] of mail.replaceAll(/=\r?\n/g, '').matchAll(/(?<=\/apartment\/)p\d+/g)) {
        const ids = mailsAbout.get(`${to} ${place}`) ?? new Set()
        mailsAbout.set(`${to} ${place}`, ids.add(messageIdOf(mail)))
      }
    }
    const inSeveral = [...mailsAbout].filter(([, ids]) => ids.size > 1)
    expect(inSeveral).toEqual([])
    expect(mailsAbout.size).toBe(rounds * USERS.length)
    // Only mails whose acceptance was unknown when the process died are sent again.
    const repeated = server.mails.map(messageIdOf).filter((id, index, all) => all.indexOf(id) !== index)
    for (const id of new Set(repeated)) {
      const times = (ids: string[]) => ids.filter((sent) => sent === id).length
      expect(times(repeated)).toBeLessThanOrEqual(times(lastBeforeKill))
    }
    // Only to end a run that hangs.
  },
  (KILLS + 3) * 60_000,
)
