import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { calculateJwkThumbprint, decodeProtectedHeader, exportJWK, jwtVerify } from 'jose'
import { openAdministratorTokens } from './administrator-tokens'

const settings = {
  OFFQUAD_URL: 'http://gateway:8080',
  TOKEN_ISSUER: 'offquad',
  TOKEN_AUDIENCE: 'offquad',
}

describe('the tokens of an import', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'offquad-tokens-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('are those of an administrator for five minutes, signed with the key that svc-users publishes', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const file = path.join(folder, 'key.pem')
    await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const issue = await openAdministratorTokens({ ...settings, ACCESS_TOKEN_PRIVATE_KEY_FILE: file })
    const token = await issue()

    const names = { issuer: 'offquad', audience: 'offquad' }
    const { payload } = await jwtVerify(token, publicKey, names)
    expect(payload).toMatchObject({ sub: 'command-line', role: 'admin' })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
    expect(decodeProtectedHeader(token)).toEqual({
      alg: 'EdDSA',
      kid: await calculateJwkThumbprint(await exportJWK(publicKey)),
    })
  })

  it('cannot be issued without the key, and the message names the setting', async () => {
    const file = path.join(folder, 'nothing.pem')
    await expect(
      openAdministratorTokens({ ...settings, ACCESS_TOKEN_PRIVATE_KEY_FILE: file }),
    ).rejects.toThrow(/ACCESS_TOKEN_PRIVATE_KEY_FILE .*nothing\.pem cannot be read/)
  })
})
