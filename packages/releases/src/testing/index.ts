import { type Registry } from '@offquad/contracts'
import { connectMongo } from '@offquad/service-kit'
import { withApp } from '../deploys/site-state'
import { createSiteStateRepository } from '../deploys/site-state.repository'
import { type AppState } from '../deploys/app-state'
import { type Deploys } from '../deploys/open-deploys'
import { type OpenReleases, type Releases } from '../releases'

export { type Deploys } from '../deploys/open-deploys'
export { createSiteChanges } from '../deploys/site-changes'

/** Makes exactly these versions live, as if their teams had deployed them; nothing is checked. */
export async function makeLive(
  {
    MONGODB_URI = '',
    MONGODB_DATABASE = '',
  }: { MONGODB_URI?: string | undefined; MONGODB_DATABASE?: string },
  { apps }: Registry,
): Promise<void> {
  const connection = await connectMongo(MONGODB_URI, MONGODB_DATABASE)
  await createSiteStateRepository(connection).changeSite((site) => ({
    ...site,
    apps: new Map(
      apps.map(({ canary = null, ...stable }) => {
        const entry = {
          action: 'deploy' as const,
          version: stable.version,
          by: stable.app,
          date: new Date(0).toISOString(),
        }
        return [stable.app, { stable, canary, previous: [], setAside: [], bad: [], history: [entry] }]
      }),
    ),
  }))
  await connection.close()
}

/** Changes the state of one app without checking it against the others. */
export const changeApp = (releases: Releases, app: string, change: (state: AppState) => AppState) =>
  deploysOf(releases).states.changeSite((site) => {
    const state = site.apps.get(app)
    if (!state) throw new Error(`nothing of ${app} is live`)
    return withApp(site, app, change(state))
  })

/** The parts of releases that only tests reach. */
export const insideOf = (releases: Releases): OpenReleases => releases as OpenReleases

/** @throws Error while the database has not been reached */
export function deploysOf(releases: Releases): Deploys {
  const deploys = insideOf(releases).deploys()
  if (!deploys) throw new Error('the gateway has no database')
  return deploys
}
