import { loadRemote } from '@module-federation/enhanced/runtime'
import { type PublishedApp } from '@offquad/contracts'
import { createExternalStore, useExternalStore } from '../external-store'
import { appOfRemote } from '../page-data'
import { reportRemote } from '../telemetry/page-reports'
import { withTimeout } from '../with-timeout'
import { reloadIfDeleted } from './outdated-tab'
import { remoteOverrides, resetOverrides } from './overrides'
import { codeOfPage, type RemoteDefinition } from './remote-definition'
import { containerOf, discardRequests } from './remote-requests'

const ATTEMPTS = 3
const ATTEMPT_TIMEOUT_MS = 8_000
const FIRST_DELAY_MS = 600

/** A remote that could not be loaded; `source` names the app and its version. */
export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError'
  constructor(
    readonly source: string,
    cause: unknown,
  ) {
    super(`${source} cannot be loaded: ${String(cause)}`, { cause })
  }
}

type Loader = (name: string, page?: string) => Promise<RemoteDefinition>

let loadFrom: Loader = loadFromItsVersion
let loaded = new Map<string, RemoteDefinition>()
const loading = new Map<string, Promise<RemoteDefinition>>()

/** The number of times that its development server replaced each remote, by name. */
const replacements = createExternalStore<ReadonlyMap<string, number>>(new Map())

/**
 * The definition of a remote if it is already loaded, so that it can render without waiting.
 * @param page path of the page whose code is needed as well
 */
export function loadedRemote(name: string, page?: string): RemoteDefinition | undefined {
  const definition = loaded.get(name)
  return definition && codeOfPage(definition, page)?.isLoaded() !== false ? definition : undefined
}

/**
 * Replaces the definition of a loaded remote without a page reload: content of the remote is mounted again, the rest of
 * the page keeps its state. For development servers; ignored for a remote that is not loaded yet.
 * @param name of the remote: 'account'
 */
export function replaceLoadedRemote(name: string, definition: RemoteDefinition): void {
  if (!loaded.has(name)) return
  loaded.set(name, definition)
  const counts = replacements.get()
  replacements.set(new Map([...counts, [name, (counts.get(name) ?? 0) + 1]]))
}

/** The number of times that a remote was replaced; renders again after each replacement. */
export const useReplacementCount = (name: string): number =>
  useExternalStore(replacements, (counts) => counts.get(name) ?? 0)

/** Sets the loaded remotes and the loader of others, for tests and for pages on the server. */
export function replaceRemotes(definitions: Map<string, RemoteDefinition>, loader: Loader): void {
  loaded = definitions
  loadFrom = loader
  loading.clear()
}

/**
 * Loads a remote once; concurrent callers share the request, and a failure is not cached.
 * @param page path of the page whose code is loaded as well
 * @throws RemoteLoadError after three attempts
 */
export async function loadRemoteDefinition(name: string, page?: string): Promise<RemoteDefinition> {
  const definition = await loadDefinition(name)
  const code = codeOfPage(definition, page)
  if (!code || code.isLoaded()) return definition
  try {
    await withTimeout(code.load(), ATTEMPT_TIMEOUT_MS)
    return definition
  } catch {
    // Drops the remote, too: a hanging request is not repeated with the same URL.
    loaded.delete(name)
    return loadDefinition(name, page)
  }
}

function loadDefinition(name: string, page?: string): Promise<RemoteDefinition> {
  const running = loading.get(name) ?? load(name, page).finally(() => loading.delete(name))
  loading.set(name, running)
  return running
}

async function load(name: string, page: string | undefined): Promise<RemoteDefinition> {
  const current = loaded.get(name)
  if (current) return current
  const definition = await loadFrom(name, page)
  loaded.set(name, definition)
  return definition
}

async function loadFromItsVersion(name: string, page?: string): Promise<RemoteDefinition> {
  const app = appOfRemote(name)
  if (!app) throw new RemoteLoadError(name, 'not in the registry')
  reportRemote(app, 'view')
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withTimeout(loadOnce(app, page), ATTEMPT_TIMEOUT_MS)
    } catch (error) {
      discardRequests(app)
      // Never resolves: the page waits for the reload.
      if (attempt === 1 && (await reloadIfDeleted(app))) return new Promise(() => undefined)
      if (attempt === ATTEMPTS) throw failureOf(app, error)
      await new Promise((resolve) => setTimeout(resolve, FIRST_DELAY_MS * 2 ** (attempt - 1)))
    }
  }
}

/** Reports the failure. If the remote came from a developer's machine, the page returns to the live version. */
function failureOf(app: PublishedApp, cause: unknown): RemoteLoadError {
  reportRemote(app, 'load-failure', cause)
  if (remoteOverrides()[app.remote?.name ?? '']) resetOverrides()
  return new RemoteLoadError(`${app.app}@${app.version}`, cause)
}

async function loadOnce(app: PublishedApp, page: string | undefined): Promise<RemoteDefinition> {
  const module = await loadRemote<{ remote: RemoteDefinition }>(`${containerOf(app)}/remote`)
  if (!module) throw new Error('the container exposes no remote')
  await codeOfPage(module.remote, page)?.load()
  return module.remote
}
