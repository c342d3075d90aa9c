import { brotliCompressSync } from 'node:zlib'
import { type PublishedApp, REMOTE_EXPOSE, REMOTE_MANIFEST, type RemoteDescriptor } from '@offquad/contracts'
import { type Random } from '@offquad/service-kit/testing/random'
import { INDEX_HTML, MANIFEST, SHELL_MANIFEST } from './published-site'
import { listed, shared } from './team'

export const TEAMS = ['shell', 'mfe-alpha', 'mfe-beta', 'mfe-gamma', 'mfe-delta'] as const
export type TeamName = (typeof TEAMS)[number]
const REMOTES = TEAMS.filter((name) => name !== 'shell')

/** The result of one build. */
export interface Release {
  app: TeamName
  version: string
  files: Record<string, string | Buffer>
  /** Files that are listed, but not uploaded. */
  missing: string[]
  remote?: RemoteDescriptor
  uses: string[]
  /** Why it can never be served; absent: whether it can depends on the other apps. */
  fault?: string
}

const remoteNameOf = (app: TeamName): string => app.replace('mfe-', '')
const slotOf = (app: TeamName): string => `${remoteNameOf(app)}/card@1`
const NO_FILES = { sync: [], async: [] }
const REMOTE_MANIFEST_CONTENT = {
  ...MANIFEST,
  exposes: [{ path: REMOTE_EXPOSE, assets: { js: NO_FILES, css: NO_FILES } }],
  shared: [shared('react', {})],
}
const page = (path: string) => ({ path, title: path })

/** The initial release of each team. */
export function firstRelease(app: TeamName): Release {
  const name = remoteNameOf(app)
  const paths = [`/${name}`, `/${name}/:id`, `/${name}/about`]
  return {
    app,
    version: '1.0.0',
    missing: [],
    uses: [],
    files: filesOf(app),
    ...(app !== 'shell' && { remote: { name, slots: [slotOf(app)], routes: paths.map(page) } }),
  }
}

/** Only a few files, because each is a request. */
function filesOf(app: TeamName): Release['files'] {
  if (app === 'shell') {
    const manifest = { ...REMOTE_MANIFEST_CONTENT, metaData: SHELL_MANIFEST.metaData, exposes: [] }
    return {
      [REMOTE_MANIFEST]: JSON.stringify(manifest),
      'index.html': INDEX_HTML,
      'main.js': 'shell',
      'main.js.br': brotliCompressSync('shell'),
      'platform.js': 'shell',
    }
  }
  return {
    [REMOTE_MANIFEST]: JSON.stringify(REMOTE_MANIFEST_CONTENT),
    'remoteEntry.js': 'var mfe',
    'remoteEntry.js.br': brotliCompressSync('var mfe'),
  }
}

type Fault = (release: Release & { remote: RemoteDescriptor }, random: Random) => Release

const withRoute = (release: Release & { remote: RemoteDescriptor }, path: string): Release => ({
  ...release,
  remote: { ...release.remote, routes: [...release.remote.routes, page(path)] },
})
const another = ({ app }: Release, random: Random) => random.pick(REMOTES.filter((name) => name !== app))

/** Releases that conflict with other teams, depending on what those have live. */
const CONFLICTING: Fault[] = [
  (release, random) => withRoute(release, `/${remoteNameOf(another(release, random))}`),
  (release, random) => withRoute(release, `/${remoteNameOf(another(release, random))}/:number`),
  (release, random) => withRoute(release, `/${remoteNameOf(another(release, random)).toUpperCase()}/About`),
  (release, random) => ({ ...release, uses: [slotOf(another(release, random))] }),
  (release) => ({ ...release, remote: { ...release.remote, slots: [] } }),
]

/** Releases that can never be served. */
const REMOTE_FAULTS: Record<string, Fault> = {
  'takes every address': (release) => withRoute(release, '/:anything'),
  "takes the gateway's paths": (release, random) =>
    withRoute(release, random.pick(['/api/things', '/mf', '/readyz'])),
  'has one page twice': (release) => withRoute(release, `/${release.remote.name}/:other`),
  'describes thousands of routes': (release) => ({
    ...release,
    remote: {
      ...release.remote,
      routes: Array.from({ length: 1500 }, (_, index) => page(`/${release.remote.name}/${index}`)),
    },
  }),
  'describes itself at length': (release) => ({
    ...release,
    remote: {
      ...release.remote,
      routes: release.remote.routes.map((route) => ({ ...route, description: 'x'.repeat(100_000) })),
    },
  }),
  'says it is another remote': (release, random) => ({
    ...release,
    remote: { ...release.remote, name: remoteNameOf(another(release, random)) },
  }),
}
const FAULTS: Record<string, (release: Release, random: Random) => Release> = {
  'lacks a file': (release) => ({ ...release, missing: ['page.9.js'] }),
  'has a manifest that is none': (release, random) =>
    withFile(release, REMOTE_MANIFEST, random.pick(['not JSON', '{}', 'null'])),
  'has other code in its compressed form': (release) =>
    withFile(release, 'other.js.br', brotliCompressSync('other')),
  'wants another React': (release) =>
    withFile(
      release,
      REMOTE_MANIFEST,
      JSON.stringify({
        ...REMOTE_MANIFEST_CONTENT,
        shared: [shared('react', { version: '18.0.0', requiredVersion: '^18.0.0' })],
      }),
    ),
  'names no folder': (release, random) => ({ ...release, version: random.pick(['...', '..', '.hidden']) }),
}
const SHELL_FAULTS: typeof FAULTS = {
  'has no place for the page': (release) =>
    withFile(release, 'index.html', '<!doctype html><title>x</title>'),
}

const withFile = (release: Release, name: string, content: string | Buffer): Release => ({
  ...release,
  files: { ...release.files, [name]: content },
})

/** A random build of a team: mostly valid, sometimes invalid, sometimes in conflict with other teams. */
export function randomRelease(app: TeamName, version: string, random: Random): Release {
  const good = { ...firstRelease(app), version }
  const { remote } = good
  const grown = remote && random.chance(0.3) ? withRoute({ ...good, remote }, `/${remote.name}/more`) : good
  if (random.chance(0.6)) return grown
  if (grown.remote && random.chance(0.6))
    return random.pick(CONFLICTING)({ ...grown, remote: grown.remote }, random)
  const faults: Record<string, Fault> = {
    ...FAULTS,
    ...(grown.remote ? REMOTE_FAULTS : SHELL_FAULTS),
  }
  const fault = random.pick(Object.keys(faults))
  const broken = faults[fault]?.(
    { ...grown, remote: grown.remote ?? { name: app, slots: [], routes: [] } },
    random,
  )
  if (!broken) throw new RangeError(`there is no fault "${fault}"`)
  const { remote: brokenRemote, ...rest } = broken
  return { ...rest, ...(grown.remote && brokenRemote && { remote: brokenRemote }), fault }
}

/** The list of its files for the deploy call. */
export const announcedFiles = ({ files, missing }: Release) =>
  listed({ ...files, ...Object.fromEntries(missing.map((name) => [name, 'never uploaded'])) })

export const publishedRelease = ({ app, version, remote, uses }: Release): PublishedApp => ({
  app,
  version,
  baseUrl: `/mf/${app}/${version}/`,
  ...(remote && { remote }),
  ...(uses.length > 0 && { uses }),
})

/** Some URL of a route. */
export const addressOf = (path: string): string => path.replace(/:\w+/g, 'some-id')

/**
 * Finds conflicts between live releases independently of the gate's implementation: no URL may be a page of two of them,
 * and every slot that one uses must be provided by each live release of its owner.
 */
export function findConflicts(live: readonly Release[]): string[] {
  const owners = new Map<string, Release>()
  const shape = (path: string) => path.toLowerCase().replace(/:\w+/g, ':')
  const collisions = live.flatMap((release) =>
    (release.remote?.routes ?? []).flatMap(({ path }) => {
      const owner = owners.get(shape(path))
      owners.set(shape(path), release)
      return owner && owner.app !== release.app
        ? [`${path} is a page of ${owner.app} ${owner.version} and of ${release.app} ${release.version}`]
        : []
    }),
  )
  const missing = live.flatMap(({ app, version, uses }) =>
    uses.flatMap((slot) =>
      live
        .filter(
          (owner) => slot.startsWith(`${remoteNameOf(owner.app)}/`) && !owner.remote?.slots.includes(slot),
        )
        .map((owner) => `${app} ${version} places ${slot}, which ${owner.app} ${owner.version} lacks`),
    ),
  )
  return [...collisions, ...missing]
}
