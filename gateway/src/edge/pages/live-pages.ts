import { type LoadedVersion, type Releases, type ShownVersions, type Visitor } from '@offquad/releases'
import { createByteBoundedCache } from '../responses/byte-bounded-cache'
import { type Page, type Site } from './compose-page'
import { createPageRouter, type PageRouter } from './page-router'
import { type PageSettings } from './page-settings'

type Asker = Pick<Visitor, 'shown' | 'isDeveloper'>

const MAX_BYTES_OF_PAGES = 16 * 1024 * 1024

export type LivePages = ReturnType<typeof followPages>

/** The pages of the site that is served now. */
export function followPages(releases: Pick<Releases, 'currentSite' | 'onChange'>, settings: PageSettings) {
  let generation = 1
  let routerFor = createRouters(settings, generation)
  releases.onChange(() => {
    generation += 1
    routerFor = createRouters(settings, generation)
  })
  return {
    /** @param visitor absent: anyone */
    routerFor: (visitor: Asker = { shown: releases.currentSite().versionsFor(), isDeveloper: false }) =>
      routerFor(visitor),
  }
}

/** Routers are created when they are first needed: visitors get only a few of all combinations of versions. */
function createRouters(pageSettings: PageSettings, generation: number) {
  const composed = createByteBoundedCache<Page>(MAX_BYTES_OF_PAGES)
  const routers = {
    developer: new WeakMap<ShownVersions, PageRouter>(),
    other: new WeakMap<ShownVersions, PageRouter>(),
  }

  function create({ kind, versions, previews }: ShownVersions, isDeveloper: boolean): PageRouter {
    const settings = {
      ...pageSettings,
      // Few visitors get a canary, so all of them report; previews are not judged.
      ...(kind !== 'live' && { reportShare: kind === 'canary' ? 1 : 0 }),
      ...(kind === 'preview' && {
        previews: previews.map(({ app: { app, version } }) => ({ app, version })),
      }),
      ...(isDeveloper && { allowsOverrides: true }),
    }
    return createPageRouter(siteWith(versions, kind, generation), settings, composed)
  }

  return ({ shown, isDeveloper }: Asker): PageRouter => {
    const created = isDeveloper ? routers.developer : routers.other
    const router = created.get(shown) ?? create(shown, isDeveloper)
    created.set(shown, router)
    return router
  }
}

function siteWith(versions: readonly LoadedVersion[], kind: ShownVersions['kind'], generation: number): Site {
  const shell = versions.find(({ page }) => page !== undefined)
  const serverFiles = new Map(
    versions.flatMap(({ app, serverFile }) =>
      serverFile ? [[app.remote?.name ?? app.app, serverFile]] : [],
    ),
  )
  return {
    registry: { apps: versions.map(({ app }) => app) },
    shell: shell?.page && { baseUrl: shell.app.baseUrl, page: shell.page },
    styles: new Map(versions.flatMap(({ styles }) => [...(styles ?? [])])),
    remotes: new Map(versions.flatMap(({ app, remote }) => (remote ? [[app.app, remote]] : []))),
    serverFiles,
    set: { id: [...serverFiles.values()].join(' '), kind, generation },
  }
}
