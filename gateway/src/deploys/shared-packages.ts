import { type PublishedApp } from '@offquad/contracts'
import { satisfies } from 'semver'
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

interface Version {
  app: PublishedApp
  manifest: unknown
}

/** The packages a federation manifest brings or wants; undefined where it is none. */
export function sharedIn(manifest: unknown): Shared | undefined {
  const shared: unknown = manifest && typeof manifest === 'object' && 'shared' in manifest && manifest.shared
  return Value.Check(Shared, shared) ? shared : undefined
}

/** Where a version and what is served beside it do not agree on one copy of each shared package: the shell's. */
export function misfitsInShared(
  { app, shared }: { app: PublishedApp; shared: Shared },
  others: readonly Version[],
): string[] {
  if (app.app === 'shell') return others.flatMap((other) => misfitsWithRemote(shared, other))
  const shells = others.filter((other) => other.app.app === 'shell')
  return [...copiesIn(shared), ...shells.flatMap((shell) => misfitsWithShell(shared, shell))]
}

const copiesIn = (shared: Shared): string[] =>
  shared
    .filter(({ assets }) => [...assets.js.sync, ...assets.js.async].length > 0)
    .map(({ name }) => `it brings a copy of ${name} of its own: share it with import: false`)

function misfitsWithShell(wanted: Shared, { app, manifest }: Version): string[] {
  const brought = versionsOf(sharedIn(manifest))
  const shell = `the served shell ${app.version}`
  return wanted.flatMap(({ name, requiredVersion }) => {
    const version = brought.get(name)
    if (version === undefined) return [`it wants ${name}, which ${shell} does not share`]
    return fits(version, requiredVersion)
      ? []
      : [`it wants ${name} ${requiredVersion}, and ${shell} brings ${version}`]
  })
}

function misfitsWithRemote(brought: Shared, { app, manifest }: Version): string[] {
  const versions = versionsOf(brought)
  const remote = `${app.app} ${app.version}`
  return (sharedIn(manifest) ?? []).flatMap(({ name, requiredVersion }) => {
    const version = versions.get(name)
    if (version === undefined) return [`it does not share ${name}, which ${remote} wants`]
    return fits(version, requiredVersion)
      ? []
      : [`it brings ${name} ${version}, and ${remote} wants ${requiredVersion}`]
  })
}

const versionsOf = (shared: Shared = []): Map<string, string> =>
  new Map(shared.map(({ name, version }) => [name, version]))

const fits = (version: string, range: string): boolean => range === '' || satisfies(version, range)
