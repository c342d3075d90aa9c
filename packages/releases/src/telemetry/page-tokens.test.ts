import { randomBytes } from 'node:crypto'
import { createPageTokens } from './page-tokens'

const HOUR_MS = 3_600_000
const BROWSE = { app: 'mfe-browse', version: '1' }

describe('a page token', () => {
  it('identifies its page to every gateway that has the key, for two hours', () => {
    const key = randomBytes(32)
    let now = Date.UTC(2026, 10, 22)
    const token = createPageTokens(
      () => key,
      () => now,
    ).issue('/apartment/:aptId', [])
    const other = createPageTokens(
      () => key,
      () => now,
    )

    now += 2 * HOUR_MS
    const page = other.verify(token)
    now += 1_000

    expect(page).toMatchObject({ id: expect.stringMatching(/^[\w-]{12}$/), route: '/apartment/:aptId' })
    expect(other.verify(token)).toBeUndefined()
  })

  it('is signed with the shared key as soon as it is known', () => {
    const shared: Buffer[] = []
    const tokens = createPageTokens(() => shared[0])
    tokens.issue('/', [])

    shared.push(randomBytes(32))

    expect(createPageTokens(() => shared[0]).verify(tokens.issue('/', []))?.route).toBe('/')
  })

  it('is still accepted by its own gateway once the shared key is known', () => {
    const shared: Buffer[] = []
    const tokens = createPageTokens(() => shared[0])
    const token = tokens.issue('/', [])

    shared.push(randomBytes(32))

    expect(tokens.verify(token)?.route).toBe('/')
    expect(createPageTokens(() => shared[0]).verify(token)).toBeUndefined()
  })

  it('is rejected when any part of it was changed', () => {
    const tokens = createPageTokens(() => undefined)
    const token = tokens.issue('/search', [BROWSE])
    const [id = '', time = '', route = '', names = '', tag = ''] = token.split('.')
    const otherNames = tokens.issue('/', [{ app: 'mfe-reviews', version: '1' }]).split('.')[3]

    for (const forged of [
      '',
      'token',
      `${id}.${time}.${route}.${names}`,
      `${id}.${time}.${route}.${names}.`,
      `${id}.${time}.${Buffer.from('/').toString('base64url')}.${names}.${tag}`,
      `${id}.${time}.${route}.${otherNames}.${tag}`,
      `${id}.${time}.${route}.${tag}`,
      `${id}.zzzzzz.${route}.${names}.${tag}`,
      `${randomBytes(9).toString('base64url')}.${time}.${route}.${names}.${tag}`,
      `${id.slice(0, 8)}AAAB.${time}.${route}.${names}.${tag}`,
      `${token.slice(0, -1)}`,
    ])
      expect(tokens.verify(forged)).toBeUndefined()
    expect(tokens.verify(token)).toBeDefined()
  })
})
