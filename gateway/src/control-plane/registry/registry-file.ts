import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Canary, type LiveApp, PublishedApp, Registry, versionsOf } from '@offquad/contracts'
import { Value } from 'typebox/value'
import { findVersionProblems } from './load-version'

/** The versions that should be live, from a build or from the shared registry. */
export const REGISTRY_FILE = 'registry.json'
/** The versions last served from this folder: a fallback after a restart when the registry is unusable. */
export const SERVED_FILE = 'registry.served.json'

/** A registry's entry for one app. */
export interface RegistryEntry {
  name: string
  live?: LiveApp
  /** Why `live` or its canary is missing. */
  problem?: string
}

/**
 * Reads the entries of a registry, including invalid ones; undefined when there is no file.
 * @throws Error with a message for people when the file is not a registry at all
 */
export async function readEntries(
  folder: string,
  file = REGISTRY_FILE,
): Promise<RegistryEntry[] | undefined> {
  const text = await readText(folder, file)
  if (text === undefined) return undefined
  const registry: unknown = parse(text)
  if (typeof registry !== 'object' || registry === null || !('apps' in registry))
    throw new Error('it has no apps')
  if (!Array.isArray(registry.apps)) throw new Error('its apps are not a list')
  return registry.apps.map(entryOf)
}

/**
 * Reads a registry whose entries are all valid, as a build writes it; undefined when there is no file.
 * @throws Error with a message for people when any entry is invalid
 */
export async function readRegistry(folder: string): Promise<Registry | undefined> {
  const text = await readText(folder, REGISTRY_FILE)
  if (text === undefined) return undefined
  const registry: unknown = parse(text)
  const [wrong] = Value.Errors(Registry, registry)
  if (wrong) throw new Error(`${wrong.instancePath || '/'} ${wrong.message}`)
  // Checked one line above.
  const checked = registry as Registry
  for (const app of checked.apps.flatMap(versionsOf)) {
    const [problem] = findVersionProblems(app)
    if (problem) throw new Error(`${app.app} ${app.version}: ${problem}`)
  }
  return checked
}

/** Replaces a registry file atomically; several gateways may do so concurrently. */
export async function writeRegistry(folder: string, file: string, registry: Registry): Promise<void> {
  const partial = path.join(folder, `.${file}.${randomUUID()}`)
  await writeFile(partial, JSON.stringify(registry, null, 2))
  await rename(partial, path.join(folder, file))
}

async function readText(folder: string, file: string): Promise<string | undefined> {
  try {
    return await readFile(path.join(folder, file), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it is not JSON')
  }
}

/** The entry for one app in a registry that was read as JSON. */
export function entryOf(entry: unknown): RegistryEntry {
  const name =
    typeof entry === 'object' && entry !== null && 'app' in entry && typeof entry.app === 'string'
      ? entry.app
      : 'unnamed app'
  const { canary, ...stable } = entry as { canary?: unknown }
  const [wrong] = Value.Errors(PublishedApp, stable)
  if (wrong)
    return {
      name,
      problem: `its registry entry is invalid: ${wrong.instancePath || '/'} ${wrong.message}`,
    }
  // Checked one line above.
  const live = stable as PublishedApp
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
