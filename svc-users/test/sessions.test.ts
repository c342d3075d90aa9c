import { type Connection } from 'mongoose'
import { connectMongo } from '@offquad/service-kit'
import { dropCollections, testSettings } from '@offquad/service-kit/testing'
import { type Account } from '../src/accounts/account'
import { hashSecret, parseRefreshToken } from '../src/sessions/refresh-tokens'
import {
  openSession,
  refreshSession,
  SESSION_LIFETIME_MS,
  sessionIn,
  type SessionDeps,
} from '../src/sessions/sessions'
import {
  createSessionsRepository,
  type SessionsRepository,
  type StoredSession,
} from '../src/sessions/sessions.repository'

/** In the future, because the database removes expired sessions by its own clock. */
const SIGNED_IN = new Date('2126-03-01T12:00:00Z')
const later = (ms: number) => new Date(SIGNED_IN.getTime() + ms)

const maya: Account = {
  id: 'maya',
  subject: 'google-maya',
  email: 'maya@cornell.edu',
  displayName: 'Maya',
  photoURL: null,
  role: 'student',
  slices: [],
  roleDecidedAt: null,
  tokenVersion: 1,
  createdAt: SIGNED_IN,
  signedInAt: SIGNED_IN,
}

let connection: Connection
let sessions: SessionsRepository
let now: Date
let account: Account | undefined
let warnings: object[]
let deps: SessionDeps

beforeAll(async () => {
  const { MONGODB_URI, MONGODB_DATABASE } = testSettings()
  connection = await connectMongo(MONGODB_URI, MONGODB_DATABASE)
  sessions = createSessionsRepository(connection)
  await connection.model('Session').createIndexes()
})
beforeEach(() => {
  now = SIGNED_IN
  account = maya
  warnings = []
  deps = {
    sessions,
    users: { find: async () => account } as unknown as SessionDeps['users'],
    tokens: {
      issue: ({ id }, signedInAt) => `${id} ${signedInAt?.toISOString()}`,
      photoKey: () => '',
      keySet: { keys: [] },
    },
    now: () => now,
    log: { warn: (fields, message) => void warnings.push({ ...fields, message }) },
  }
})
afterEach(() => connection.collection('sessions').deleteMany({}))
afterAll(async () => {
  await dropCollections(connection)
  await connection.close()
})

const secretHashOf = (cookie: string) => hashSecret(parseRefreshToken(cookie)?.secret ?? '')
const stored = async (cookie: string) => sessions.find(parseRefreshToken(cookie)?.sessionId ?? '')
const OVER = {
  code: 'session-over',
  message: 'Your session has ended. Please sign in again.',
}

const session = (id: string, changes: Partial<StoredSession> = {}): StoredSession => ({
  id,
  userId: 'maya',
  secretHash: `hash of ${id}`,
  previousHash: null,
  seed: null,
  tokenVersion: 1,
  startedAt: SIGNED_IN,
  refreshedAt: SIGNED_IN,
  expiresAt: later(SESSION_LIFETIME_MS),
  ...changes,
})

/** A refresh is rejected and deletes the session. */
async function expectOver(refreshToken: string, dependencies = deps): Promise<void> {
  await expect(refreshSession(dependencies, refreshToken)).rejects.toMatchObject(OVER)
  expect(await stored(refreshToken)).toBeUndefined()
}

describe('a session', () => {
  it('is stored with the time and token version of its sign-in, and without its secret', async () => {
    const { refreshToken, accessToken } = await openSession(deps, maya)

    const sessionId = parseRefreshToken(refreshToken)?.sessionId ?? ''
    expect(await stored(refreshToken)).toEqual(session(sessionId, { secretHash: secretHashOf(refreshToken) }))
    expect(accessToken).toBe(`maya ${SIGNED_IN.toISOString()}`)
  })

  it('ends when the token version of its account rises', async () => {
    const { refreshToken } = await openSession(deps, maya)
    account = { ...maya, tokenVersion: 2 }

    await expectOver(refreshToken)
  })
})

describe('a replaced refresh token', () => {
  it('gives the same new token until that is used, however late it comes', async () => {
    const { refreshToken: first } = await openSession(deps, maya)
    const { refreshToken: second } = await refreshSession(deps, first)
    now = later(SESSION_LIFETIME_MS - 1)

    expect(await refreshSession(deps, first)).toMatchObject({
      refreshToken: second,
      accessToken: `maya ${SIGNED_IN.toISOString()}`,
    })
    expect(warnings).toEqual([])
  })

  it('ends the session once its successor was used, with a warning that names it', async () => {
    const { refreshToken: first } = await openSession(deps, maya)
    const { refreshToken: second } = await refreshSession(deps, first)
    await refreshSession(deps, second)
    const sessionId = parseRefreshToken(first)?.sessionId

    await expect(refreshSession(deps, first)).rejects.toMatchObject(OVER)

    expect(await stored(second)).toBeUndefined()
    expect(warnings).toEqual([
      { sessionId, userId: 'maya', message: 'replaced refresh token presented: session ended' },
    ])
  })

  it.each(['before its first refresh', 'after a refresh'])(
    'ends the session at once when a secret is guessed %s',
    async (when) => {
      const { refreshToken } = await openSession(deps, maya)
      if (when === 'after a refresh') await refreshSession(deps, refreshToken)

      await expectOver(`${parseRefreshToken(refreshToken)?.sessionId}.${'A'.repeat(43)}`)
    },
  )

  it('cannot be used when the session ends between reading and replacing it', async () => {
    const { refreshToken } = await openSession(deps, maya)
    const endsMeanwhile = {
      ...deps,
      sessions: {
        ...sessions,
        rotate: async (rotation: Parameters<SessionsRepository['rotate']>[0]) => {
          await sessions.end(rotation.id)
          return sessions.rotate(rotation)
        },
      },
    }

    await expectOver(refreshToken, endsMeanwhile)
  })
})

describe('a cookie', () => {
  it('belongs to the session whose current or replaced secret it has', async () => {
    const { refreshToken: first } = await openSession(deps, maya)
    const { refreshToken: second } = await refreshSession(deps, first)
    const { sessionId = '' } = parseRefreshToken(first) ?? {}

    expect((await sessionIn(deps, first))?.id).toBe(sessionId)
    expect((await sessionIn(deps, second))?.id).toBe(sessionId)
    expect(await sessionIn(deps, `${sessionId}.${'A'.repeat(43)}`)).toBeUndefined()
  })
})

describe('stored sessions', () => {
  const add = async (...added: StoredSession[]) => {
    for (const session of added) await sessions.add(session)
  }

  it('tell when each user was last seen on any device', async () => {
    await add(session('laptop', { refreshedAt: later(5) }), session('phone', { refreshedAt: later(9) }))
    await add(session('tablet', { refreshedAt: later(7) }), session('theirs', { userId: 'theo' }))
    await add(session('other', { userId: 'not asked for' }))

    expect(await sessions.lastSeen(['maya', 'theo', 'never'])).toEqual(
      new Map([
        ['maya', later(9)],
        ['theo', SIGNED_IN],
      ]),
    )
  })

  describe('are rotated', () => {
    const rotation = {
      id: 'a',
      previousHash: 'hash of a',
      secretHash: 'next',
      seed: 'seed',
      refreshedAt: later(1),
      expiresAt: later(2),
    }
    afterEach(() => jest.restoreAllMocks())

    it('once, from the secret they have', async () => {
      await add(session('a'), session('b'))

      expect(await sessions.rotate(rotation)).toBe(true)
      expect(await sessions.rotate({ ...rotation, secretHash: 'third' })).toBe(false)
      expect(await sessions.rotate({ ...rotation, id: 'ended' })).toBe(false)
      expect(await sessions.find('a')).toEqual(session('a', rotation))
      expect(await sessions.find('b')).toEqual(session('b'))
    })

    it('to one of two secrets although the connection breaks', async () => {
      await add(session('a', { secretHash: 'of another refresh' }))
      jest
        .spyOn(connection.model('Session'), 'updateOne')
        .mockRejectedValueOnce(Object.assign(new Error('connection reset'), { name: 'MongoNetworkError' }))

      expect(await sessions.rotate(rotation)).toBe(false)
    })
  })
})
