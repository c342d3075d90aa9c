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

/** A version some visitors get: it is live, or it is tried. */
export interface ServedVersion {
  app: PublishedApp
  /** Its mf-manifest.json. */
  manifest: unknown
}

/** The shared packages a federation manifest brings or needs; undefined where it is none. */
export function sharedIn(manifest: unknown): Shared | undefined {
  const shared: unknown = manifest && typeof manifest === 'object' && 'shared' in manifest && manifest.shared
  return Value.Check(Shared, shared) ? shared : undefined
}

/**
 * Where a version and what is served beside it do not agree on one copy of each shared package: the shell's. A visitor may
 * get any combination of live versions and canaries, so each is compared with each.
 */
export function findSharedPackageConflicts(
  { app, shared }: { app: PublishedApp; shared: Shared },
  others: readonly ServedVersion[],
): string[] {
  if (app.app === 'shell') return others.flatMap((other) => findConflictsWithRemote(shared, other))
  const shells = others.filter((other) => other.app.app === 'shell')
  return [...copiesIn(shared), ...shells.flatMap((shell) => findConflictsWithShell(shared, shell))]
}

const copiesIn = (shared: Shared): string[] =>
  shared
    .filter(({ assets }) => [...assets.js.sync, ...assets.js.async].length > 0)
    .map(({ name }) => `it brings a copy of ${name} of its own: share it with import: false`)

function findConflictsWithShell(needed: Shared, { app, manifest }: ServedVersion): string[] {
  const shell = `the served shell ${app.version}`
  return disagreements(needed, sharedIn(manifest)).map(({ name, requiredVersion, version }) => {
    if (version === undefined) return `it needs ${name}, which ${shell} does not share`
    const advice = gtr(version, requiredVersion)
      ? `build it against ${name} ${version}`
      : `deploy a shell that brings ${requiredVersion} first`
    return `it needs ${name} ${requiredVersion}, and ${shell} brings ${version}: ${advice}`
  })
}

function findConflictsWithRemote(brought: Shared, { app, manifest }: ServedVersion): string[] {
  const remote = `${app.app} ${app.version}`
  return disagreements(sharedIn(manifest), brought).map(({ name, requiredVersion, version }) => {
    if (version === undefined) return `it does not share ${name}, which ${remote} needs`
    const advice = gtr(version, requiredVersion)
      ? `deploy a version of ${app.app} that works with ${version} first`
      : `build it with ${name} ${requiredVersion}`
    return `it brings ${name} ${version}, and ${remote} needs ${requiredVersion}: ${advice}`
  })
}

/** What is needed and brought in no version that would do; `version` is the one that is brought, if any is. */
function disagreements(needed: Shared = [], brought: Shared = []) {
  const versions = new Map(brought.map(({ name, version }) => [name, version]))
  return needed
    .map(({ name, requiredVersion }) => ({ name, requiredVersion, version: versions.get(name) }))
    .filter(({ requiredVersion, version }) => version === undefined || !fits(version, requiredVersion))
}

const fits = (version: string, range: string): boolean =>
  range === '' || satisfies(version, range) || (range === UNRELEASED && satisfies(version, '^1.0.0'))

/** What remotes needed before ui and web-kit had a released surface: their first one, 1.0.0, holds all of it. */
const UNRELEASED = '^0.1.0'
