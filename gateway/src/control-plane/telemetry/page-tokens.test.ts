import { createHmac, randomBytes } from 'node:crypto'
import { createPageTokens } from './page-tokens'

const HOUR_MS = 3_600_000

describe('a page token', () => {
  it('identifies its page to every gateway that has the key, for two hours', () => {
    const key = randomBytes(32)
    let now = Date.UTC(2026, 10, 22)
    const token = createPageTokens(
      () => key,
      () => now,
    ).issue('/apartment/:aptId')
    const other = createPageTokens(
      () => key,
      () => now,
    )

    now += 2 * HOUR_MS
    const page = other.verify(token)
    now += 1_000

    expect(page).toEqual({ id: expect.stringMatching(/^[\w-]{12}$/), route: '/apartment/:aptId' })
    expect(other.verify(token)).toBeUndefined()
  })

  it('is signed with HMAC-SHA256, as by gateways of other versions', () => {
    const key = randomBytes(32)
    const token = createPageTokens(() => key).issue('/apartment/:aptId')
    const payload = token.slice(0, token.lastIndexOf('.'))

    const tag = createHmac('sha256', key).update(payload).digest().subarray(0, 18).toString('base64url')
    expect(token).toBe(`${payload}.${tag}`)
  })

  it('is different for each page', () => {
    const tokens = createPageTokens(() => undefined)

    expect(tokens.issue('/')).not.toBe(tokens.issue('/'))
  })

  it('is still accepted by its own gateway once the shared key is known', () => {
    const shared: Buffer[] = []
    const tokens = createPageTokens(() => shared[0])
    const token = tokens.issue('/')

    shared.push(randomBytes(32))

    expect(tokens.verify(token)?.route).toBe('/')
    expect(createPageTokens(() => shared[0]).verify(token)).toBeUndefined()
  })

  it('is rejected when any part of it was changed', () => {
    const tokens = createPageTokens(() => undefined)
    const token = tokens.issue('/search')
    const [id = '', time = '', route = '', tag = ''] = token.split('.')

    for (const forged of [
      '',
      'token',
      `${id}.${time}.${route}`,
      `${id}.${time}.${route}.`,
      `${id}.${time}.${Buffer.from('/').toString('base64url')}.${tag}`,
      `${id}.zzzzzz.${route}.${tag}`,
      `${randomBytes(9).toString('base64url')}.${time}.${route}.${tag}`,
    ])
      expect(tokens.verify(forged)).toBeUndefined()
    expect(tokens.verify(token)).toBeDefined()
  })
})
