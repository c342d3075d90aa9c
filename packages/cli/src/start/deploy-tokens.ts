import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type PublishedApp } from '@offquad/contracts'

type DeployTokens = Record<string, string>

const fileOf = (dataDir: string) => path.join(dataDir, 'keys/deploy-tokens.json')

/** The deploy token of each app of the platform on this machine; empty when none was started here. */
export async function readDeployTokens(dataDir: string): Promise<DeployTokens> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '{}')
  return JSON.parse(text) as DeployTokens
}

/** Creates a token for each app that has none yet, keeps all others, and returns the gateway's DEPLOY_TOKENS. */
export async function ensureDeployTokens(
  dataDir: string,
  apps: Pick<PublishedApp, 'app'>[],
): Promise<string> {
  const known = await readDeployTokens(dataDir)
  const missing = apps.filter(({ app }) => !known[app])
  const tokens = {
    ...known,
    ...Object.fromEntries(missing.map(({ app }) => [app, randomBytes(32).toString('base64url')])),
  }
  await mkdir(path.dirname(fileOf(dataDir)), { recursive: true, mode: 0o700 })
  await writeFile(fileOf(dataDir), JSON.stringify(tokens, null, 2), { mode: 0o600 })
  return Object.entries(tokens)
    .map(([app, token]) => `${app}=${createHash('sha256').update(token).digest('hex')}`)
    .join(',')
}
