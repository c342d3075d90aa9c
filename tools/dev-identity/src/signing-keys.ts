import { generateKeyPair, type KeyObject, randomUUID, sign } from 'node:crypto'
import { promisify } from 'node:util'

interface SigningKey {
  kid: string
  privateKey: KeyObject
  pem: string
}

export interface SigningKeys {
  /** @returns a JSON web token */
  sign(claims: object): Promise<string>
  /** Public keys in the format that Google publishes for servers: PEM by key id. */
  certificates(): Promise<Record<string, string>>
  /** Signs with a new key from now on; the old ones stay published. */
  rotate(): Promise<void>
}

const ALGORITHM = 'RS256'

/** Shared by all providers of the process and created on first use: creating it takes a fifth of a second. */
let firstKey: Promise<SigningKey> | undefined

export function createSigningKeys(): SigningKeys {
  const rotated: SigningKey[] = []
  const publishedKeys = async () => [...rotated, await (firstKey ??= createKey())]
  return {
    async sign(claims) {
      const { kid, privateKey } = rotated[0] ?? (await (firstKey ??= createKey()))
      const content = `${encode({ alg: ALGORITHM, kid, typ: 'JWT' })}.${encode(claims)}`
      return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`
    },
    certificates: async () => Object.fromEntries((await publishedKeys()).map(({ kid, pem }) => [kid, pem])),
    async rotate() {
      rotated.unshift(await createKey())
    },
  }
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

async function createKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string
  return { kid: randomUUID(), privateKey, pem }
}
