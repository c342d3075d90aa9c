import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Canary, type LiveApp, PublishedApp, Registry, versionsOf } from '@offquad/contracts'
import { Value } from 'typebox/value'
import { findVersionProblems } from './load-version'

/** What is to be live, from a build or from the shared registry. */
export const REGISTRY_FILE = 'registry.json'
/** What this folder's gateways served last: a restart goes on with it where the registry cannot be used. */
export const SERVED_FILE = 'registry.served.json'

/** A registry's entry for one app. */
export interface RegistryEntry {
  name: string
  live?: LiveApp
  /** Why there is no `live`, or no canary in it. */
  problem?: string
}

/**
 * The registry with every entry as far as it can be used; undefined where there is no file.
 * @throws Error with a sentence when it is not a registry at all
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
 * A registry every entry of which can be used, as a build writes it; undefined where there is no file.
 * @throws Error with a sentence when it cannot be used
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

/** Replaces a registry file as a whole; several gateways may do so at once. */
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
      : 'an app without a name'
  const { canary, ...stable } = entry as { canary?: unknown }
  const [wrong] = Value.Errors(PublishedApp, stable)
  if (wrong)
    return {
      name,
      problem: `its entry in the registry is not one: ${wrong.instancePath || '/'} ${wrong.message}`,
    }
  // Checked one line above.
  const live = stable as PublishedApp
  if (canary === undefined) return { name, live }
  return Value.Check(Canary, canary)
    ? { name, live: { ...live, canary } }
    : { name, live, problem: 'its canary in the registry is not one' }
}

/** A published version alone, without the canary or the history that the registry keeps beside it. */
export function publishedOf({ app, version, baseUrl, remote, uses, calls }: PublishedApp): PublishedApp {
  const published: PublishedApp = { app, version, baseUrl }
  if (remote) published.remote = remote
  if (uses) published.uses = uses
  if (calls) published.calls = calls
  return published
}
