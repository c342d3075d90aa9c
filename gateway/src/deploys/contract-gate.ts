import { type DeployedFile, REMOTE_MANIFEST } from '@offquad/contracts'
import { firstFilesOf } from '../remotes/manifest'
import { misfitsInShared, type ServedVersion, sharedIn } from './shared-packages'
import { misfitsInSlots } from './slots'

/** A version that wants to go live. */
export interface Candidate extends ServedVersion {
  files: DeployedFile[]
}

/** JavaScript of an app, brotli, in kilobytes: the shell brings what all share. */
const BUDGETS_KB: Record<string, number> = { shell: 420, 'mfe-admin': 300 }
const BUDGET_KB = 150

/** Why a version does not fit what is served beside it; nothing when it does. */
export function problemsOf(candidate: Candidate, served: readonly ServedVersion[]): string[] {
  const { app } = candidate.app
  const shared = sharedIn(candidate.manifest)
  if (!shared) return [`its ${REMOTE_MANIFEST} is missing or not a federation manifest`]
  // What it replaces need not fit it.
  const others = served.filter((other) => other.app.app !== app)
  return [
    ...(app === 'shell' ? [] : misfitsOfRemote(candidate)),
    ...misfitsInShared({ ...candidate, shared }, others),
    ...misfitsInSlots(
      candidate.app,
      others.map((other) => other.app),
    ),
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

function overBudget({ app: { app }, files }: Candidate): string[] {
  const budget = BUDGETS_KB[app] ?? BUDGET_KB
  const compressed = files.filter(({ path }) => path.endsWith('.js.br'))
  const kilobytes = compressed.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  if (compressed.length === 0) return ['none of its scripts is compressed (.js.br)']
  return kilobytes > budget
    ? [`its JavaScript is ${kilobytes.toFixed(0)} KB (brotli), and the budget of ${app} is ${budget} KB`]
    : []
}
