import { type PublishedApp } from '@offquad/contracts'
import { type UploadedFile } from '../deploys/uploads'

/** Maximum JavaScript in kilobytes, compressed with brotli. The shell contains the shared packages. */
const SHELL_KB = 370
/** Maximum for remotes whose remote.json names none. */
const REMOTE_KB = 100
/** The scripts of the shell that every page loads before it can be used, and their maximum in kilobytes. */
const FIRST_SCRIPTS = /^(main|platform)\b/
const FIRST_SCRIPTS_KB = 140
/** Maximum of all stylesheets in kilobytes, as they are: pages contain them, and gateways keep them in memory. */
export const STYLES_KB = 200

/** Maximum JavaScript of an app in kilobytes, compressed with brotli. */
export const scriptsBudgetOf = ({ app, remote }: PublishedApp): number =>
  app === 'shell' ? SHELL_KB : (remote?.scriptsKb ?? REMOTE_KB)

/** Lists how a version that is about to go live exceeds its budgets. */
export function overBudget(published: PublishedApp, files: readonly UploadedFile[]): string[] {
  const { app } = published
  const budget = scriptsBudgetOf(published)
  const compressed = compressedScriptsIn(files)
  const kilobytes = kilobytesOf(compressed)
  if (compressed.length === 0) return ['none of its scripts are compressed (.js.br)']
  const problems: string[] = []
  if (kilobytes > budget)
    problems.push(
      `its JavaScript is ${kilobytes.toFixed(0)} KB (brotli), over the budget of ${budget} KB for ${app}`,
    )
  const first = app === 'shell' ? kilobytesOf(compressed.filter(({ path }) => FIRST_SCRIPTS.test(path))) : 0
  if (first > FIRST_SCRIPTS_KB)
    problems.push(
      `every page would load ${first.toFixed(0)} KB (brotli) of it first, over the budget of ${FIRST_SCRIPTS_KB} KB: move what no first screen shows behind import()`,
    )
  const styles = kilobytesOf(files.filter(({ path }) => path.endsWith('.css')))
  if (styles > STYLES_KB)
    problems.push(`its stylesheets are ${styles.toFixed(0)} KB, over the budget of ${STYLES_KB} KB`)
  return problems
}

/** The JavaScript of a version in kilobytes, compressed with brotli. */
export const scriptsKbOf = (files: readonly UploadedFile[]): number => kilobytesOf(compressedScriptsIn(files))

const compressedScriptsIn = (files: readonly UploadedFile[]) =>
  files.filter(({ path }) => path.endsWith('.js.br'))

const kilobytesOf = (files: readonly UploadedFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
