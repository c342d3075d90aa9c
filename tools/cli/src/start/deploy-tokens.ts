import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PublishedApp } from '@offquad/contracts'
import { writeWhole } from './write-whole'

type DeployTokens = Record<string, string>

const fileOf = (dataDir: string) => path.join(dataDir, 'keys/deploy-tokens.json')

/** The deploy token of each app of the platform on this machine; empty when none was started here. */
export async function readDeployTokens(dataDir: string): Promise<DeployTokens> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '{}')
  return JSON.parse(text) as DeployTokens
}

/** The file with the hashes of all tokens, which the gateway of this machine reloads. */
export const deployTokenHashesFile = (dataDir: string): string =>
  path.join(dataDir, 'keys/deploy-token-hashes')

/** Creates a token for each app that has none yet and keeps all others; returns all of them. */
export async function ensureDeployTokens(
  dataDir: string,
  apps: Pick<PublishedApp, 'app'>[],
): Promise<DeployTokens> {
  const existing = await readDeployTokens(dataDir)
  const missing = apps.filter(({ app }) => !existing[app])
  const tokens = {
    ...existing,
    ...Object.fromEntries(missing.map(({ app }) => [app, randomBytes(32).toString('base64url')])),
  }
  await writeDeployTokens(dataDir, tokens)
  return tokens
}

async function writeDeployTokens(dataDir: string, tokens: DeployTokens): Promise<void> {
  const hashes = Object.entries(tokens).map(
    ([app, token]) => `${app}=${createHash('sha256').update(token).digest('hex')}`,
  )
  await mkdir(path.dirname(fileOf(dataDir)), { recursive: true, mode: 0o700 })
  await writeWhole(fileOf(dataDir), JSON.stringify(tokens, null, 2))
  await writeWhole(deployTokenHashesFile(dataDir), `${hashes.join('\n')}\n`)
}
