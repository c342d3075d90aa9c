import { type PublishedApp } from '@offquad/contracts'
import { gtr, satisfies } from 'semver'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const Files = Type.Object({ sync: Type.Array(Type.String()), async: Type.Array(Type.String()) })
const Shared = Type.Array(
  Type.Object({
    name: Type.String(),
    version: Type.String(),
    requiredVersion: Type.String(),
    assets: Type.Object({ js: Files, css: Files }),
  }),
)
type Shared = Static<typeof Shared>

/** A version that some visitors get: a live version or a canary. */
export interface ServedVersion {
  app: PublishedApp
  /** Its mf-manifest.json. */
  manifest: unknown
}

/** The shared packages that a federation manifest provides or needs; undefined if it is not a federation manifest. */
export function sharedIn(manifest: unknown): Shared | undefined {
  const shared: unknown = manifest && typeof manifest === 'object' && 'shared' in manifest && manifest.shared
  return Value.Check(Shared, shared) ? shared : undefined
}

/**
 * Conflicts over the single copy of each shared package, which the shell provides. A visitor may get any combination of live
 * versions and canaries, so the version is compared with each of them.
 */
export function findSharedPackageConflicts(
  { app, shared }: { app: PublishedApp; shared: Shared },
  others: readonly ServedVersion[],
): string[] {
  if (app.app === 'shell') return others.flatMap((remote) => findConflictsWithRemote(shared, remote))
  const shells = others.filter((version) => version.app.app === 'shell')
  return [...copiesIn(shared), ...shells.flatMap((shell) => findConflictsWithShell(shared, shell))]
}

const copiesIn = (shared: Shared): string[] =>
  shared
    .filter(({ assets }) => [...assets.js.sync, ...assets.js.async].length > 0)
    .map(({ name }) => `it bundles its own copy of ${name}: share it with import: false`)

function findConflictsWithShell(needed: Shared, { app, manifest }: ServedVersion): string[] {
  const shell = `the served shell ${app.version}`
  return unmetNeeds(needed, sharedIn(manifest)).map(({ name, requiredVersion, version }) => {
    if (version === undefined) return `it needs ${name}, which ${shell} does not share`
    const advice = gtr(version, requiredVersion)
      ? `build it against ${name} ${version}`
      : `deploy a shell that provides ${requiredVersion} first`
    return `it needs ${name} ${requiredVersion}, and ${shell} provides ${version}: ${advice}`
  })
}

function findConflictsWithRemote(provided: Shared, { app, manifest }: ServedVersion): string[] {
  const remote = `${app.app} ${app.version}`
  return unmetNeeds(sharedIn(manifest), provided).map(({ name, requiredVersion, version }) => {
    if (version === undefined) return `it does not share ${name}, which ${remote} needs`
    const advice = gtr(version, requiredVersion)
      ? `deploy a version of ${app.app} that works with ${version} first`
      : `build it with ${name} ${requiredVersion}`
    return `it provides ${name} ${version}, and ${remote} needs ${requiredVersion}: ${advice}`
  })
}

/** Packages that are not provided in a suitable version; `version` is the one provided, if any. */
function unmetNeeds(needed: Shared = [], provided: Shared = []) {
  const versions = new Map(provided.map(({ name, version }) => [name, version]))
  return needed
    .map(({ name, requiredVersion }) => ({ name, requiredVersion, version: versions.get(name) }))
    .filter(
      ({ requiredVersion, version }) => version === undefined || !isCompatible(version, requiredVersion),
    )
}

const isCompatible = (version: string, range: string): boolean => range === '' || satisfies(version, range)
