import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { type PublishedApp, REMOTE_MANIFEST } from '@offquad/contracts'
import { pageData } from '../page-data'
import { type RemoteDefinition } from './remote-definition'

const ATTEMPTS = 3
const ATTEMPT_TIMEOUT_MS = 8_000
const FIRST_DELAY_MS = 300

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

const loaded = new Map<string, RemoteDefinition>()
const loading = new Map<string, Promise<RemoteDefinition>>()

/** Makes the remotes of the page's registry known; manifests that came with the page are not fetched again. */
export function registerPageRemotes(): void {
  const { manifests } = pageData()
  registerPlugins([
    {
      name: 'manifests-from-the-page',
      fetch: (url) => {
        const manifest = manifests[new URL(url, location.origin).pathname]
        return manifest ? Promise.resolve(Response.json(manifest)) : undefined
      },
    },
  ])
  registerRemotes(remoteApps().map((app) => ({ name: containerOf(app), entry: entryOf(app) })))
}

/** The definition of a remote that is already here; renders without waiting. */
export const loadedRemote = (name: string): RemoteDefinition | undefined => loaded.get(name)

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
  const app = remoteApps().find(({ remote }) => remote?.name === name)
  if (!app) throw new RemoteLoadError(name, 'not in the registry')
  for (let attempt = 1; ; attempt += 1) {
    try {
      const module = await withTimeout(loadRemote<{ remote: RemoteDefinition }>(`${containerOf(app)}/remote`))
      if (!module) throw new Error('nothing is exposed')
      loaded.set(name, module.remote)
      return module.remote
    } catch (error) {
      if (attempt === ATTEMPTS) throw new RemoteLoadError(`${app.app}@${app.version}`, error)
      await new Promise((resolve) => setTimeout(resolve, FIRST_DELAY_MS * 2 ** attempt))
      // The runtime remembers failed entries by their URL.
      registerRemotes([{ name: containerOf(app), entry: `${entryOf(app)}?attempt=${Date.now()}` }], {
        force: true,
      })
    }
  }
}

async function withTimeout<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ATTEMPT_TIMEOUT_MS} ms`)), ATTEMPT_TIMEOUT_MS)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}

const remoteApps = () => pageData().registry.apps.filter(({ remote }) => remote)
const containerOf = (app: PublishedApp) => `mfe_${app.remote?.name ?? ''}`
const entryOf = (app: PublishedApp) => `${app.baseUrl}${REMOTE_MANIFEST}`
