import { generateKeyPairSync } from 'node:crypto'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Makes the key that signs access tokens once; it stays, so that tokens outlive a restart. */
export async function ensureSigningKey(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'keys/access-token.pem')
  const isThere = await stat(file).catch(() => undefined)
  if (isThere) return
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const { privateKey } = generateKeyPairSync('ed25519')
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
}
