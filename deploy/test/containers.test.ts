import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  addLike,
  getApartmentReviews,
  getMe,
  getReviewsByStatus,
  getServices,
  pathOf,
  PHOTO_FIELD,
  type ServiceState,
  signInWithGoogle,
  updateReviewStatus,
  uploadPhoto,
} from '@offquad/contracts'
import { until } from '@offquad/service-kit/testing'
import { findEngine } from './containers/engine'
import {
  type Container,
  type PlatformInContainers,
  preparePlatform,
  versionSettingOf,
} from './containers/platform-in-containers'
import { FRONTENDS, inRepository, SERVICES, WORKERS } from './repository'

const MINUTES = 60_000
jest.setTimeout(20 * MINUTES)

const engine = findEngine()
const whereAnEngineAnswers = engine ? describe : describe.skip

const PROCESSES = [...SERVICES, ...WORKERS.map((service) => `${service}-worker`)]
/** The database of a service or the gateway. */
const databaseOf = (service: string) => `offquad-${service.replace(/^svc-/, '')}`
/** Containers that run permanently. */
const RUNNING = [...PROCESSES, 'backup', 'mail', 'mongo', 'redis']

const LANDLORD = { id: 'gorge', name: 'Gorge Homes', contact: 'hello@gorge.example' }
const APARTMENT = {
  id: 'hill-12',
  name: '12 Hill Street',
  address: '12 Hill Street, Ithaca',
  landlordId: LANDLORD.id,
  numBeds: 2,
  numBaths: 1,
  price: 1200,
  area: 'COLLEGETOWN',
  latitude: 42.44,
  longitude: -76.48,
}
const REVIEW = {
  aptId: APARTMENT.id,
  landlordId: LANDLORD.id,
  overallRating: 4,
  detailedRatings: { location: 4, maintenance: 4, safety: 4, conditions: 4 },
  reviewText: 'Warm rooms and thick walls, and the landlord answers at once.',
  bedrooms: 2,
  price: 2,
  date: new Date().toISOString(),
}

/**
 * The life cycle of a platform under docker-compose.yml, from a fresh clone to a restored backup, with the commands of
 * docs/one-machine.md. Each test continues where the previous one ended.
 */
whereAnEngineAnswers('the product in containers', () => {
  let platform: PlatformInContainers
  let folder: string
  let ann: string
  let bob: string
  let photo: string

  beforeAll(async () => {
    if (!engine) return
    folder = await mkdtemp(path.join(tmpdir(), 'offquad-containers-'))
    platform = await preparePlatform(engine, folder)
    await platform.run('deploy/make-secrets.sh')
    await platform.compose('build')
    await platform.compose('up', '--detach')
  })
  afterAll(async () => {
    await platform.remove()
    await rm(folder, { recursive: true })
  })

  async function call<Reply>(
    endpoint: { method: string; path: string },
    { token, body, at = endpoint.path }: { token?: string; body?: object; at?: string } = {},
  ): Promise<Reply> {
    const isForm = body instanceof FormData
    const response = await fetch(platform.url + at, {
      method: endpoint.method,
      headers: {
        origin: platform.url,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${endpoint.method} ${at}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Reply
  }

  async function signIn(email: string): Promise<string> {
    const response = await fetch(`${platform.identityUrl}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    const { credential } = (await response.json()) as { credential: string }
    const { accessToken } = await call<{ accessToken: string }>(signInWithGoogle, { body: { credential } })
    return accessToken
  }

  const publicReviews = () =>
    call<{ id: string; reviewText: string; photos: string[] }[]>(getApartmentReviews, {
      at: pathOf(getApartmentReviews, { id: APARTMENT.id, status: 'APPROVED' }),
    })

  /** Whether pages, reviews, photos and writes work. */
  async function works(): Promise<boolean> {
    try {
      const page = await fetch(platform.url, { headers: { accept: 'text/html' } })
      const [review] = await publicReviews()
      const shown = await fetch(platform.url + review?.photos[0])
      await call(addLike, { token: await signIn('cat@cornell.edu'), body: { reviewId: review?.id } })
      return page.ok && shown.ok && (shown.headers.get('content-type') ?? '').startsWith('image/')
    } catch {
      return false
    }
  }

  const isWell = ({ state, health }: Container) => state === 'running' && (!health || health === 'healthy')

  async function untilWell(services: string[]): Promise<void> {
    await until(async () => {
      const all = await platform.containers()
      return services.every((service) =>
        all.some((container) => container.service === service && isWell(container)),
      )
    })
  }

  const untilFrontendsEnded = () =>
    until(async () => {
      const all = await platform.containers()
      return FRONTENDS.every((app) =>
        all.some(({ service, state, exitCode }) => service === app && state === 'exited' && exitCode === 0),
      )
    })

  const liveVersion = async (app: string): Promise<string | undefined> => {
    const registry = (await (await fetch(`${platform.url}/mf/registry.json`)).json()) as {
      apps: { app: string; version: string }[]
    }
    return registry.apps.find((served) => served.app === app)?.version
  }

  it('starts with one command: every container is healthy, and every frontend deployed', async () => {
    await untilWell(RUNNING)
    await untilFrontendsEnded()
    expect(await Promise.all(FRONTENDS.map(liveVersion))).toEqual(FRONTENDS.map(() => expect.any(String)))
    const page = await fetch(platform.url, { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/mf/mfe-browse/')])
  })

  it('signs users in, imports listings, and publishes an approved review with its photo and a mail', async () => {
    ann = await signIn('ann@cornell.edu')
    bob = await signIn('bob@cornell.edu')
    await mkdir(path.join(folder, 'imports'))
    await writeFile(path.join(folder, 'imports/landlords.json'), JSON.stringify([LANDLORD]))
    await writeFile(path.join(folder, 'imports/apartments.json'), JSON.stringify([APARTMENT]))
    const imported = await platform.compose(
      'run',
      '--rm',
      '-T',
      'import',
      '--landlords',
      'landlords.json',
      '--apartments',
      'apartments.json',
    )
    expect(imported).toContain('landlords: 1 read, 1 created')
    expect(imported).toContain('apartments: 1 read, 1 created')

    const form = new FormData()
    const picture = await readFile(inRepository('docs/screenshots/home.png'))
    form.set(PHOTO_FIELD, new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'room.png')
    photo = (await call<{ url: string }>(uploadPhoto, { token: bob, body: form })).url
    await until(() =>
      call(
        { method: 'POST', path: '/api/new-review' },
        { token: bob, body: { ...REVIEW, photos: [photo] } },
      ).then(
        () => true,
        (error: Error) => {
          // svc-reviews has not received the apartment yet.
          if (!error.message.includes('404')) throw error
          return false
        },
      ),
    )
    const [pending] = await call<{ id: string }[]>(getReviewsByStatus, {
      token: ann,
      at: pathOf(getReviewsByStatus, { status: 'PENDING' }),
    })
    await call(updateReviewStatus, {
      token: ann,
      at: pathOf(updateReviewStatus, { id: pending?.id ?? '', status: 'APPROVED' }),
    })

    const [review] = await until(async () => {
      const reviews = await publicReviews()
      return reviews.length > 0 && reviews
    })
    expect(review).toMatchObject({ reviewText: REVIEW.reviewText, photos: [expect.stringContaining(photo)] })
    const mails = await until(async () => {
      const { messages } = (await (await fetch(`${platform.mailUrl}/api/v1/messages`)).json()) as Mailbox
      return messages.length > 0 && messages
    })
    expect(mails).toMatchObject([
      { Subject: expect.stringContaining('Your review'), To: [{ Address: 'bob@cornell.edu' }] },
    ])
    expect(await works()).toBe(true)
  })

  describe('isolates containers:', () => {
    /** The output of a Node program in the container of a service. */
    const runIn = async (service: string, program: string): Promise<string> =>
      (await platform.exec(service, 'node', '--input-type=module', '-e', program)).output.trim()

    const connectTo = (...addresses: string[]) => `
      import { connect } from 'node:net'
      const reach = (address) => new Promise((resolve) => {
        const [host, port] = address.split(':')
        const socket = connect({ host, port, timeout: 3000 })
        const end = (outcome) => { socket.destroy(); resolve(outcome) }
        socket.on('connect', () => end('yes')).on('timeout', () => end('no')).on('error', () => end('no'))
      })
      const outcomes = await Promise.all(${JSON.stringify(addresses)}.map(async (one) => one + ' ' + await reach(one)))
      console.log(outcomes.join(', '))`

    it('a frontend reaches the gateway, and neither services nor stores', async () => {
      const program = connectTo('gateway:8080', 'svc-users:4003', 'mongo:27017', 'redis:6379')
      const printed = await platform.compose(
        'run',
        '--rm',
        '--no-deps',
        '-T',
        '--entrypoint',
        'node',
        'shell',
        '--input-type=module',
        '-e',
        program,
      )
      expect(printed.trim()).toBe('gateway:8080 yes, svc-users:4003 no, mongo:27017 no, redis:6379 no')
    })

    it('of the services only svc-users reaches the mail server', async () => {
      expect(await runIn('svc-users', connectTo('mail:1025'))).toBe('mail:1025 yes')
      expect(await runIn('svc-catalog', connectTo('mail:1025'))).toBe('mail:1025 no')
    })

    it.each([...SERVICES, ...WORKERS.map((service) => `${service}-worker`), 'backup'])(
      '%s has access to its own database only',
      async (service) => {
        const rights = await runIn(
          service,
          `
          import { readFileSync } from 'node:fs'
          import { MongoClient } from 'mongodb'
          const uri = readFileSync('/run/secrets/mongodb-uri', 'utf8').trim()
          const client = await new MongoClient(uri).connect()
          const outcome = (attempt) => attempt.then(() => 'yes', ({ code }) => code)
          for (const name of ${JSON.stringify(SERVICES.map(databaseOf))}) {
            const entries = client.db(name).collection('rights')
            console.log(name, await outcome(entries.findOne()), await outcome(entries.deleteOne({ _id: 'nobody' })))
          }
          await client.close()
          const nobody = new URL(uri)
          nobody.username = nobody.password = ''
          const stranger = await new MongoClient(nobody.href).connect()
          console.log('without a password', await outcome(stranger.db('offquad-users').collection('users').findOne()))
          await stranger.close()`,
        )
        const own = databaseOf(service.replace(/-worker$/, ''))
        // 13 is Unauthorized: https://www.mongodb.com/docs/manual/reference/error-codes/
        const expected = SERVICES.map(databaseOf).map((name) => {
          if (service === 'backup') return `${name} yes 13`
          return name === own ? `${name} yes yes` : `${name} 13 13`
        })
        expect(rights.split('\n')).toEqual([...expected, 'without a password 13'])
      },
    )

    it('a process has access to its own queues in Redis only, and none without a password', async () => {
      const printed = await runIn(
        'svc-users',
        `
        import { readFileSync } from 'node:fs'
        import { Redis } from 'ioredis'
        const url = readFileSync('/run/secrets/redis-url', 'utf8').trim()
        const ask = async (address, ...command) => {
          const redis = new Redis(address, { lazyConnect: true, enableReadyCheck: false, retryStrategy: () => null })
          redis.on('error', () => undefined)
          await redis.connect().catch(() => undefined)
          const outcome = await redis.call(...command).catch(({ message }) => message.split(' ')[0])
          redis.disconnect()
          console.log(command.join(' '), outcome)
        }
        await ask(url, 'EXISTS', 'offquad:review-approved-mail:meta')
        await ask(url, 'EXISTS', 'offquad:travel-times:meta')
        await ask(url, 'CONFIG', 'GET', 'maxmemory')
        await ask('redis://redis:6379', 'PING')`,
      )
      expect(printed.split('\n')).toEqual([
        expect.stringMatching(/review-approved-mail:meta [01]$/),
        'EXISTS offquad:travel-times:meta NOPERM',
        'CONFIG GET maxmemory NOPERM',
        'PING NOAUTH',
      ])
    })
  })

  it('reports Redis as unhealthy while it rejects writes', async () => {
    const asOperator = async (...command: string[]) => {
      const password = await readFile(path.join(folder, 'deploy/secrets/redis-operator.password'), 'utf8')
      const { code, output } = await platform.exec(
        'redis',
        'redis-cli',
        '--no-auth-warning',
        '--user',
        'operator',
        '-a',
        password,
        ...command,
      )
      expect([code, output.trim()]).toEqual([0, 'OK'])
    }
    const { Config } = (
      JSON.parse(await platform.run('docker', 'inspect', (await platform.container('redis')).id)) as {
        Config: { Healthcheck: { Test: string[] } }
      }[]
    )[0] ?? { Config: { Healthcheck: { Test: [] } } }
    const [, ...check] = Config.Healthcheck.Test
    const isHealthy = async () => (await platform.exec('redis', 'sh', '-c', ...check)).code === 0

    expect(await isHealthy()).toBe(true)
    await asOperator('config', 'set', 'maxmemory', '1')
    expect(await isHealthy()).toBe(false)
    await asOperator('config', 'set', 'maxmemory', '512mb')
    expect(await isHealthy()).toBe(true)
  })

  it('has commands for roles and for MongoDB users', async () => {
    const granted = await platform.compose(
      'exec',
      '-T',
      'svc-users',
      'node',
      'dist/command.js',
      'role',
      'grant',
      'dan@cornell.edu',
      'developer',
    )
    expect(granted).toContain('dan@cornell.edu is a developer')
    const users = await platform.compose(
      'run',
      '--rm',
      '-T',
      '--no-deps',
      '-e',
      'SECRETS_DIR=/keys',
      'backup',
      'users',
    )
    for (const service of SERVICES) expect(users).toContain(databaseOf(service))
  })

  it('takes a heap snapshot and a CPU profile of a running process', async () => {
    const { id } = await platform.container('gateway')
    const startedAt = () => platform.run('docker', 'inspect', '--format', '{{.State.StartedAt}}', id)
    const before = await startedAt()
    const diagnose = (...args: string[]) =>
      platform.compose('exec', '-T', 'gateway', 'node', '/offquad/diagnose.mjs', ...args)

    expect(JSON.parse(await diagnose('heap'))).toMatchObject({ snapshot: { meta: expect.anything() } })
    expect(JSON.parse(await diagnose('cpu', '1'))).toMatchObject({ nodes: expect.anything() })
    expect(await startedAt()).toBe(before)
    expect(await works()).toBe(true)
  })

  it('recovers from a restart of each container', async () => {
    for (const service of RUNNING) {
      const { id } = await platform.container(service)
      await platform.run('docker', 'restart', id)
      await until(works)
    }
    await untilWell(RUNNING)
  })

  describe('deploy/update.sh', () => {
    const CHANGED = 'this line was changed'
    const logsOf = async (service: string) =>
      (await platform.attempt('docker', 'logs', (await platform.container(service)).id)).output

    /** Statuses of reads that no cache answers, and of writes, until an update ends. */
    async function requestDuring(update: Promise<unknown>): Promise<number[]> {
      const token = await signIn('cat@cornell.edu')
      const [review] = await publicReviews()
      const statuses: number[] = []
      let isUnderWay = true
      const ended = update.finally(() => (isUnderWay = false))
      const send = async ({ method, path }: { method: string; path: string }, init: RequestInit) =>
        statuses.push((await fetch(platform.url + path, { method, ...init })).status)
      const read = pathOf(getApartmentReviews, { id: APARTMENT.id, status: 'APPROVED' })
      const headers = { origin: platform.url, authorization: `Bearer ${token}` }
      while (isUnderWay) {
        await send({ method: 'GET', path: read }, { headers })
        await send(addLike, {
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ reviewId: review?.id }),
        })
        await delay(20)
      }
      await ended
      return statuses
    }

    /** The newest entry of the history of svc-reviews. */
    async function lastNoted() {
      const services = await call<ServiceState[]>(getServices, { token: await signIn('ann@cornell.edu') })
      return services.find(({ service }) => service === 'svc-reviews')?.history[0]
    }

    /** Updates svc-reviews from a changed file, which must not succeed. @returns the output */
    async function updateInVain(file: string, change: (text: string) => string): Promise<string> {
      const source = path.join(folder, 'svc-reviews/src', file)
      const text = await readFile(source, 'utf8')
      const before = await platform.containers()
      await writeFile(source, change(text))
      const update = platform.attempt('deploy/update.sh', 'svc-reviews')
      const statuses = await requestDuring(update)
      await writeFile(source, text)

      const { code, output } = await update
      expect(code).toBe(1)
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(await platform.containers()).toEqual(before)
      return output
    }

    it('updates a service and its worker from the folder, and nothing else, and no request fails', async () => {
      const before = await platform.containers()
      for (const entry of ['main', 'worker'])
        platform.append(`svc-reviews/src/${entry}.ts`, `console.log('${CHANGED}')\n`)
      const statuses = await requestDuring(platform.run('deploy/update.sh', 'svc-reviews'))

      expect(new Set(statuses)).toEqual(new Set([200]))
      const version = platform.setting(versionSettingOf('svc-reviews'))
      expect(version).not.toBe(platform.project)
      for (const service of ['svc-reviews', 'svc-reviews-worker']) {
        const { image, health } = await platform.container(service)
        expect([image, health]).toEqual([`offquad/svc-reviews:${version}`, 'healthy'])
        expect(await logsOf(service)).toContain(CHANGED)
      }
      expect(await lastNoted()).toMatchObject({ action: 'deploy', version, before: platform.project })
      const others = (all: Container[]) =>
        all.flatMap(({ service, id }) => (service.startsWith('svc-reviews') ? [] : [id])).toSorted()
      expect(others(await platform.containers())).toEqual(others(before))
      expect(await platform.run('deploy/update.sh', 'svc-reviews', '--versions')).toContain(
        `${version} (runs)`,
      )
      await until(works)
    })

    it('refuses a version without a call that live slices use', async () => {
      const output = await updateInVain('app.ts', (text) => text.replace('registerLikes(app, context)', ''))

      expect(output).toContain('calls POST /api/add-like')
      expect(await lastNoted()).toMatchObject({ action: 'deploy' })
    })

    it('takes back a version that is far slower', async () => {
      const output = await updateInVain(
        'main.ts',
        (text) => `${text}
import { Server } from 'node:http'
const emit = Server.prototype.emit
Server.prototype.emit = function (event, ...args) {
  if (!args[0]?.url?.startsWith('/api/')) return emit.call(this, event, ...args)
  return Boolean(setTimeout(() => emit.call(this, event, ...args), 1500))
}
`,
      )

      expect(output).toMatch(/was taken back: .* requests .*were slow/)
      const reason = expect.stringContaining('were slow') as string
      expect(await lastNoted()).toMatchObject({ action: 'taken back', reason })
    })

    it('goes back to an earlier version without a trial, and no request fails', async () => {
      const update = platform.run('deploy/update.sh', 'svc-reviews', '--to', platform.project)

      expect(new Set(await requestDuring(update))).toEqual(new Set([200]))
      expect(await lastNoted()).toMatchObject({ action: 'rollback', version: platform.project })
      expect((await platform.container('svc-reviews')).image).toBe(`offquad/svc-reviews:${platform.project}`)
    })

    it('judges a version that has replaced another one, by the requests to both', async () => {
      const token = await readFile(path.join(folder, 'deploy/secrets/deploy-token-read'), 'utf8')
      const judge = ['node', 'dist/command.js', 'judge', 'svc-reviews', 'this', 'that', '--seconds', '2']
      const { output } = await platform.exec('gateway', 'env', `DEPLOY_TOKEN=${token}`, ...judge)

      // Either one, depending on what else the machine does.
      expect(output).toMatch(/in [1-9]\d* requests$|^it was taken back: .* with the version before$/m)
    })

    it('does not start a version that does not become healthy in place of the one that runs', async () => {
      const before = platform.setting(versionSettingOf('svc-users'))
      platform.append('svc-users/src/main.ts', 'process.exit(1)\n')
      const { code, output } = await platform.attempt('deploy/update.sh', 'svc-users')

      expect([code, output]).toEqual([1, expect.stringContaining(`svc-users ${before} stays`)])
      expect(platform.setting(versionSettingOf('svc-users'))).toBe(before)
      const { image, health } = await platform.container('svc-users')
      expect([image, health]).toEqual([`offquad/svc-users:${before}`, 'healthy'])
      await until(works)
    })

    it('deploys a frontend, and rolls back to the previous version, which a later `up` keeps live', async () => {
      const first = await liveVersion('mfe-browse')
      platform.append('mfe-browse/src/index.ts', `console.log('${CHANGED}')\n`)
      await platform.run('deploy/update.sh', 'mfe-browse')
      const second = await liveVersion('mfe-browse')
      expect(second).not.toBe(first)

      await platform.run('deploy/update.sh', 'mfe-browse', '--to', platform.project)
      expect(await liveVersion('mfe-browse')).toBe(first)
      await platform.compose('up', '--detach')
      await untilFrontendsEnded()
      expect(await liveVersion('mfe-browse')).toBe(first)
    })
  })

  it('restores a backup after volumes and credentials were destroyed', async () => {
    const file = 'of-the-test.tar.gz'
    await platform.compose('run', '--rm', '-T', 'backup', 'backup', file)
    const drill = await platform.compose('run', '--rm', '-T', 'backup', 'drill', file)
    expect(drill).toContain('can be restored')
    const live = await Promise.all(FRONTENDS.map(liveVersion))
    bob = await signIn('bob@cornell.edu')

    await platform.compose('down', '--volumes')
    const secrets = path.join(folder, 'deploy/secrets')
    await rm(secrets, { recursive: true })
    await mkdir(secrets, { mode: 0o700 })
    await platform.run('tar', '-xzf', `backups/${file}`, '--strip-components=2', '-C', secrets, 'files/keys')
    await platform.run('deploy/make-secrets.sh')
    await platform.compose('run', '--rm', '-T', 'restore', file)
    await platform.compose('up', '--detach')
    await untilWell(RUNNING)

    await until(works)
    expect(await publicReviews()).toMatchObject([
      { reviewText: REVIEW.reviewText, photos: [expect.stringContaining(photo)] },
    ])
    expect(await Promise.all(FRONTENDS.map(liveVersion))).toEqual(live)
    // The key that signs tokens is the same.
    expect(await call(getMe, { token: bob })).toMatchObject({ email: 'bob@cornell.edu' })
  })

  it('stops in order, which each process logs', async () => {
    await platform.compose('stop')
    for (const name of [...PROCESSES, 'backup']) {
      const { id, exitCode } = await platform.container(name)
      const { output } = await platform.attempt('docker', 'logs', '--tail', '20', id)
      expect([name, exitCode, output]).toEqual([name, 0, expect.stringContaining(`${name} has stopped`)])
    }
  })
})

interface Mailbox {
  messages: { Subject: string; To: { Address: string }[] }[]
}
