import { generateKeyPairSync } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '@offquad/service-kit'
import { writeKey } from '../../test/start-users'
import { createAccessTokens, readPrivateKey } from './access-tokens'

describe('readPrivateKey', () => {
  it('refuses a key of another kind', async () => {
    const file = await writeKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)

    expect(() => readPrivateKey('KEY_FILE', file)).toThrow(/an Ed25519 key is required/)
    await rm(path.dirname(file), { recursive: true })
  })

  it('names the missing file', () => {
    expect(() => readPrivateKey('KEY_FILE', '/nowhere/key.pem')).toThrow(ConfigError)
    expect(() => readPrivateKey('KEY_FILE', '/nowhere/key.pem')).toThrow(/KEY_FILE \/nowhere\/key.pem/)
  })
})

describe('the published keys', () => {
  const names = { issuer: 'i', audience: 'a' }
  const createKey = () => generateKeyPairSync('ed25519').privateKey

  it('keep the previous one after a rotation, and the new one signs', () => {
    const [before, now] = [createKey(), createKey()]
    const old = createAccessTokens(before, names)

    const rotated = createAccessTokens(now, names, { previous: before })
    const [header = ''] = rotated.issue({ id: 'u', role: 'student' }).split('.')

    expect(rotated.keySet.keys).toHaveLength(2)
    expect(rotated.keySet.keys[1]).toEqual(old.keySet.keys[0])
    expect(rotated.keySet.keys[0]).not.toEqual(old.keySet.keys[0])
    expect(rotated.keySet.keys[0]).toMatchObject({
      kid: JSON.parse(Buffer.from(header, 'base64url').toString()).kid,
    })
  })

  it('have the next one before it signs', () => {
    const [now, next] = [createKey(), createKey()]

    const ahead = createAccessTokens(now, names, { next })

    expect(ahead.keySet.keys).toEqual([
      createAccessTokens(now, names).keySet.keys[0],
      createAccessTokens(next, names).keySet.keys[0],
    ])
  })
})
