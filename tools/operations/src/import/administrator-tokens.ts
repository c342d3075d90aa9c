import { createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { calculateJwkThumbprint, exportJWK, importPKCS8, SignJWT } from 'jose'
import { type ImportSettings } from '../config'
import { OperationFailure } from '../operation-failure'

const ALGORITHM = 'EdDSA'
/** The services' name for a caller on the command line. */
const SUBJECT = 'command-line'
/** The longest lifetime that services accept for a token of an administrator. */
const LIFETIME = '5 minutes'

/**
 * Signs tokens of an administrator with the platform's own key, as svc-users does: whoever operates the platform has the key,
 * and needs nobody to sign in.
 * @returns issues a token, each time a new one
 * @throws OperationFailure when the key cannot be read
 */
export async function openAdministratorTokens(settings: ImportSettings): Promise<() => Promise<string>> {
  const { ACCESS_TOKEN_PRIVATE_KEY_FILE: file, TOKEN_ISSUER, TOKEN_AUDIENCE } = settings
  const pem = await readFile(file, 'utf8').catch((error: Error) => {
    throw new OperationFailure(`ACCESS_TOKEN_PRIVATE_KEY_FILE ${file} cannot be read: ${error.message}`)
  })
  const key = await importPKCS8(pem, ALGORITHM)
  const kid = await calculateJwkThumbprint(await exportJWK(createPublicKey(pem)))
  return () =>
    new SignJWT({ role: 'admin' })
      .setProtectedHeader({ alg: ALGORITHM, kid })
      .setSubject(SUBJECT)
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(LIFETIME)
      .sign(key)
}
