import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '@offquad/service-kit'
import { writeKey } from '../../test/start-users'
import { createAccessTokens, readPrivateKey } from './access-tokens'

describe('readPrivateKey', () => {
  const reading = async (key: KeyObject, read: (file: string) => void) => {
    const file = await writeKey(key)
    read(file)
    await rm(path.dirname(file), { recursive: true })
  }

  it('reads an Ed25519 key', async () => {
    await reading(generateKeyPairSync('ed25519').privateKey, (file) =>
      expect(readPrivateKey('KEY_FILE', file).asymmetricKeyType).toBe('ed25519'),
    )
  })

  it('refuses a key of another kind', async () => {
    await reading(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, (file) =>
      expect(() => readPrivateKey('KEY_FILE', file)).toThrow(/an Ed25519 key is required/),
    )
  })

  it('names the missing file', () => {
    expect(() => readPrivateKey('KEY_FILE', '/nowhere/key.pem')).toThrow(ConfigError)
    expect(() => readPrivateKey('KEY_FILE', '/nowhere/key.pem')).toThrow(/KEY_FILE \/nowhere\/key.pem/)
  })
})

describe('a key id', () => {
  it('is the same for the same key and different for another', () => {
    const [one, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
    const names = { issuer: 'i', audience: 'a' }
    const keySetOf = ({ privateKey }: { privateKey: KeyObject }) =>
      createAccessTokens(privateKey, names).keySet

    expect(keySetOf(one)).toEqual(keySetOf(one))
    expect(keySetOf(one)).not.toEqual(keySetOf(other))
  })
})

describe('the published keys', () => {
  it('keep the previous one after a rotation, and the new one signs', () => {
    const [before, now] = [
      generateKeyPairSync('ed25519').privateKey,
      generateKeyPairSync('ed25519').privateKey,
    ]
    const names = { issuer: 'i', audience: 'a' }
    const old = createAccessTokens(before, names)

    const rotated = createAccessTokens(now, names, { previous: before })
    const [header = ''] = rotated.issue({ id: 'u', role: 'student' }).split('.')

    expect(rotated.keySet.keys).toHaveLength(2)
    expect(rotated.keySet.keys[1]).toEqual(old.keySet.keys[0])
    expect(rotated.keySet.keys[0]).toMatchObject({
      kid: JSON.parse(Buffer.from(header, 'base64url').toString()).kid,
    })
  })

  it('have the next one before it signs', () => {
    const [now, next] = [generateKeyPairSync('ed25519').privateKey, generateKeyPairSync('ed25519').privateKey]
    const names = { issuer: 'i', audience: 'a' }

    const ahead = createAccessTokens(now, names, { next })

    expect(ahead.keySet.keys).toEqual([
      createAccessTokens(now, names).keySet.keys[0],
      createAccessTokens(next, names).keySet.keys[0],
    ])
  })
})
