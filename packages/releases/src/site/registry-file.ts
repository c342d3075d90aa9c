import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Canary, type LiveApp, type PublishedApp, type Registry } from '@offquad/contracts'
import { Value } from 'typebox/value'

/** Records what gateways last served from a folder, for starts without a database and for apps that cannot be served. */
const REGISTRY_FILE = 'registry.json'

/** A registry's entry for one app. */
export interface RegistryEntry {
  name: string
  live?: LiveApp
  /** Why `live` or its canary is missing. */
  problem?: string
}

/** @throws Error when a folder has no registry, or one that cannot be read */
export async function readEntries(folder: string): Promise<RegistryEntry[]> {
  const { apps } = JSON.parse(await readFile(path.join(folder, REGISTRY_FILE), 'utf8')) as Registry
  return apps.map(entryOf)
}

/** Replaces a registry file atomically; several gateways may do so concurrently. */
export async function writeRegistry(folder: string, registry: Registry): Promise<void> {
  const partial = path.join(folder, `.${REGISTRY_FILE}.${randomUUID()}`)
  await writeFile(partial, JSON.stringify(registry, null, 2))
  await rename(partial, path.join(folder, REGISTRY_FILE))
}

/** The entry for one app. A version is checked when it is loaded; its canary decides which visitors get it before that. */
export function entryOf({ canary, ...live }: LiveApp): RegistryEntry {
  const name = live.app
  if (canary === undefined) return { name, live }
  return Value.Check(Canary, canary)
    ? { name, live: { ...live, canary } }
    : { name, live, problem: 'its canary in the registry is invalid' }
}

/** Picks the published version, without the canary or history that the registry stores with it. */
export function publishedOf({ app, version, baseUrl, remote, uses, calls }: PublishedApp): PublishedApp {
  const published: PublishedApp = { app, version, baseUrl }
  if (remote) published.remote = remote
  if (uses) published.uses = uses
  if (calls) published.calls = calls
  return published
}
