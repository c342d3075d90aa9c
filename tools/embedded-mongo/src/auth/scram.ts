import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'
import { CommandError, unsupported } from '../errors'

/** Derived from a password: enough to recognize it, not to use it elsewhere. All but the count in base64. */
export interface ScramCredentials {
  iterationCount: number
  salt: string
  storedKey: string
  serverKey: string
}

/** MongoDB's own figures: scramSHA256IterationCount, and the length of its salts. */
const ITERATIONS = 15_000
const SALT_BYTES = 28
const KEY_BYTES = 32

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** @throws CommandError for a password beyond ASCII, which SASLprep would have to normalize */
export function createCredentials(password: string): ScramCredentials {
  if (!/^[\x20-\x7e]+$/.test(password)) throw unsupported('passwords that are empty or beyond ASCII')
  const salt = randomBytes(SALT_BYTES)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256')
  return {
    iterationCount: ITERATIONS,
    salt: salt.toString('base64'),
    storedKey: sha256(hmac(salted, 'Client Key')).toString('base64'),
    serverKey: hmac(salted, 'Server Key').toString('base64'),
  }
}

export const authenticationFailed = (): CommandError =>
  new CommandError('AuthenticationFailed', 'Authentication failed.')

function attributesOf(message: string): Map<string, string> {
  return new Map(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]))
}

/** One exchange of SCRAM-SHA-256 (RFC 5802, RFC 7677), from the server's side. */
export class ScramExchange {
  readonly userName: string
  private readonly clientFirst: string
  private readonly nonce: string

  /** @throws CommandError when the message is not a client's first */
  constructor(firstMessage: string) {
    const match = /^n,,(n=([^,]*),r=([^,]+))$/.exec(firstMessage)
    if (!match) throw authenticationFailed()
    const [, clientFirst = '', name = '', clientNonce = ''] = match
    this.clientFirst = clientFirst
    this.userName = name.replaceAll('=2C', ',').replaceAll('=3D', '=')
    this.nonce = clientNonce + randomBytes(24).toString('base64')
  }

  /** The challenge to the client. */
  challenge({ salt, iterationCount }: ScramCredentials): string {
    return `r=${this.nonce},s=${salt},i=${iterationCount}`
  }

  /**
   * Checks the client's proof.
   * @returns the server's own proof
   * @throws CommandError when the client does not know the password
   */
  verify(finalMessage: string, credentials: ScramCredentials): string {
    const attributes = attributesOf(finalMessage)
    const proof = Buffer.from(attributes.get('p') ?? '', 'base64')
    const withoutProof = finalMessage.slice(0, finalMessage.lastIndexOf(',p='))
    const signed = [this.clientFirst, this.challenge(credentials), withoutProof].join(',')
    const storedKey = Buffer.from(credentials.storedKey, 'base64')
    const signature = hmac(storedKey, signed)
    if (attributes.get('r') !== this.nonce || proof.length !== signature.length) throw authenticationFailed()
    const clientKey = Buffer.from(proof.map((byte, index) => byte ^ (signature[index] ?? 0)))
    if (!timingSafeEqual(sha256(clientKey), storedKey)) throw authenticationFailed()
    return `v=${hmac(Buffer.from(credentials.serverKey, 'base64'), signed).toString('base64')}`
  }
}
