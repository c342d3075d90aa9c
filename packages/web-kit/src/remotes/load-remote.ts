import { loadRemote } from '@module-federation/enhanced/runtime'
import { type PublishedApp } from '@offquad/contracts'
import { appOfRemote } from '../page-data'
import { reportRemote } from '../telemetry/page-reports'
import { type RemoteDefinition } from './remote-definition'
import { remoteOverrides, resetOverrides } from './overrides'
import { containerOf, forgetRequests } from './remote-requests'

const ATTEMPTS = 3
const ATTEMPT_TIMEOUT_MS = 8_000
const FIRST_DELAY_MS = 600

/** A remote that could not be loaded; `source` names the app and version for whoever looks into it. */
export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError'
  constructor(
    readonly source: string,
    cause: unknown,
  ) {
    super(`${source} cannot be loaded: ${String(cause)}`, { cause })
  }
}

type Loader = (name: string) => Promise<RemoteDefinition>

let loadFrom: Loader = loadFromItsVersion
let loaded = new Map<string, RemoteDefinition>()
const loading = new Map<string, Promise<RemoteDefinition>>()

/** How often a remote was replaced by its development server, by name. */
const replacements = new Map<string, number>()
const listeners = new Set<() => void>()

/** The definition of a remote that is already here; renders without waiting. */
export const loadedRemote = (name: string): RemoteDefinition | undefined => loaded.get(name)

/**
 * Puts a new definition in place of a loaded remote's, without a reload: what the remote shows is mounted again, the rest
 * of the page keeps its state. For development servers; a remote that is not loaded yet is left to its loader.
 * @param name of the remote: account
 */
export function replaceLoadedRemote(name: string, definition: RemoteDefinition): void {
  if (!loaded.has(name)) return
  loaded.set(name, definition)
  replacements.set(name, replacementsOf(name) + 1)
  for (const notify of listeners) notify()
}

/** How often a loaded remote was replaced. */
export const replacementsOf = (name: string): number => replacements.get(name) ?? 0

/** Calls `notify` after each replacement of a remote. @returns unsubscribes */
export function onRemoteReplaced(notify: () => void): () => void {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}

/** Gives tests remotes of their own: those that are here already, and where others come from. */
export function replaceRemotes(here: Map<string, RemoteDefinition>, loader: Loader): void {
  loaded = here
  loadFrom = loader
  loading.clear()
}

/**
 * Loads a remote once; those who ask meanwhile share the request, a failure is not remembered.
 * @throws RemoteLoadError after three attempts
 */
export function loadRemoteDefinition(name: string): Promise<RemoteDefinition> {
  const running = loading.get(name) ?? load(name).finally(() => loading.delete(name))
  loading.set(name, running)
  return running
}

async function load(name: string): Promise<RemoteDefinition> {
  const known = loaded.get(name)
  if (known) return known
  const definition = await loadFrom(name)
  loaded.set(name, definition)
  return definition
}

async function loadFromItsVersion(name: string): Promise<RemoteDefinition> {
  const app = appOfRemote(name)
  if (!app) throw new RemoteLoadError(name, 'not in the registry')
  reportRemote(app, 'view')
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withTimeout(loadOnce(app))
    } catch (error) {
      forgetRequests(app)
      if (attempt === ATTEMPTS) throw failureOf(app, error)
      await new Promise((resolve) => setTimeout(resolve, FIRST_DELAY_MS * 2 ** (attempt - 1)))
    }
  }
}

/** There is no more to try: it is told, and what comes from a developer's machine is what is live again. */
function failureOf(app: PublishedApp, cause: unknown): RemoteLoadError {
  reportRemote(app, 'load-failure')
  if (remoteOverrides()[app.remote?.name ?? '']) resetOverrides()
  return new RemoteLoadError(`${app.app}@${app.version}`, cause)
}

async function loadOnce(app: PublishedApp): Promise<RemoteDefinition> {
  const module = await loadRemote<{ remote: RemoteDefinition }>(`${containerOf(app)}/remote`)
  if (!module) throw new Error('nothing is exposed')
  return module.remote
}

async function withTimeout<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ATTEMPT_TIMEOUT_MS} ms`)), ATTEMPT_TIMEOUT_MS)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
