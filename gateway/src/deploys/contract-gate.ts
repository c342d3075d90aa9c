import { type DeployedFile, type PublishedApp, REMOTE_MANIFEST } from '@offquad/contracts'
import { satisfies } from 'semver'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { firstFilesOf } from '../remotes/manifest'

const Files = Type.Object({ sync: Type.Array(Type.String()), async: Type.Array(Type.String()) })
const Shared = Type.Object({
  shared: Type.Array(
    Type.Object({
      name: Type.String(),
      version: Type.String(),
      requiredVersion: Type.String(),
      assets: Type.Object({ js: Files, css: Files }),
    }),
  ),
})

/** A version that wants to go live. */
export interface Candidate {
  app: PublishedApp
  files: DeployedFile[]
  /** Its mf-manifest.json. */
  manifest: unknown
}

/** What it has to fit: the manifests of what is live, by app. */
export type LiveManifests = ReadonlyMap<string, unknown>

/** JavaScript of an app, brotli, in kilobytes: the shell brings what all share. */
const BUDGETS_KB: Record<string, number> = { shell: 420, 'mfe-admin': 300 }
const BUDGET_KB = 150

/** Why a version does not fit what is live; nothing when it does. */
export function problemsOf(candidate: Candidate, live: LiveManifests): string[] {
  const { app, manifest } = candidate
  if (!Value.Check(Shared, manifest))
    return [`its ${REMOTE_MANIFEST} is missing or not a federation manifest`]
  const isShell = app.app === 'shell'
  return [
    ...(isShell
      ? misfitsOfShell(manifest, live)
      : [...misfitsOfRemote(candidate), ...misfitsWith(manifest, live)]),
    ...overBudget(candidate),
  ]
}

function misfitsOfRemote({ app, files, manifest }: Candidate): string[] {
  const problems: string[] = []
  if (`mfe-${app.remote?.name}` !== app.app)
    problems.push(`its remote.json says it is "${app.remote?.name}", but it is deployed as ${app.app}`)
  try {
    const names = new Set(files.map(({ path }) => path))
    const { scripts, styles } = firstFilesOf(manifest)
    for (const file of [...scripts, ...styles])
      if (!names.has(file)) problems.push(`its manifest names ${file}, which is not among its files`)
  } catch (error) {
    problems.push(`its manifest ${(error as Error).message}`)
  }
  return problems
}

/** One copy of what is shared: the shell's, in a version the remote can work with. */
function misfitsWith({ shared }: Static<typeof Shared>, live: LiveManifests): string[] {
  const brought = versionsOf(live.get('shell'))
  return shared.flatMap(({ name, requiredVersion, assets }) => {
    if ([...assets.js.sync, ...assets.js.async].length > 0)
      return [`it brings a copy of ${name} of its own: share it with import: false`]
    const version = brought.get(name)
    if (version === undefined) return [`it wants ${name}, which the live shell does not share`]
    return fits(version, requiredVersion)
      ? []
      : [`it wants ${name} ${requiredVersion}, and the live shell brings ${version}`]
  })
}

function misfitsOfShell(manifest: Static<typeof Shared>, live: LiveManifests): string[] {
  const brought = versionsOf(manifest)
  return [...live].flatMap(([app, other]) => {
    if (app === 'shell' || !Value.Check(Shared, other)) return []
    return other.shared.flatMap(({ name, requiredVersion }) => {
      const version = brought.get(name)
      if (version === undefined) return [`it does not share ${name}, which ${app} wants`]
      return fits(version, requiredVersion)
        ? []
        : [`it brings ${name} ${version}, and ${app} wants ${requiredVersion}`]
    })
  })
}

const versionsOf = (manifest: unknown): Map<string, string> =>
  new Map(Value.Check(Shared, manifest) ? manifest.shared.map(({ name, version }) => [name, version]) : [])

const fits = (version: string, range: string): boolean => range === '' || satisfies(version, range)

function overBudget({ app: { app }, files }: Candidate): string[] {
  const budget = BUDGETS_KB[app] ?? BUDGET_KB
  const compressed = files.filter(({ path }) => path.endsWith('.js.br'))
  const kilobytes = compressed.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  if (compressed.length === 0) return ['none of its scripts is compressed (.js.br)']
  return kilobytes > budget
    ? [`its JavaScript is ${kilobytes.toFixed(0)} KB (brotli), and the budget of ${app} is ${budget} KB`]
    : []
}
