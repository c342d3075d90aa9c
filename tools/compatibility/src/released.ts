import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type ApiDocument, apiSurface, findBreakingChanges } from './breaking-changes'

/**
 * Reads what was recorded when something was last released. With RECORD_RELEASE=yes, as `npm run release` sets it, the
 * current state is recorded as well: later versions may then only grow from there.
 * @param file absolute path
 * @throws Error when nothing was recorded yet
 */
export function released<T>(file: string, current: T): T {
  const recorded = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
  if (process.env.RECORD_RELEASE === 'yes') writeFileSync(file, `${JSON.stringify(current, null, 1)}\n`)
  else if (!recorded) throw new Error(`${file} is missing: record it with npm run release`)
  return recorded ?? current
}

/** Finds why callers of the API as it was last released may fail with the current one. */
export function findBreakingChangesSinceRelease(file: string, current: ApiDocument): string[] {
  const surface = apiSurface(current)
  return findBreakingChanges(released(file, surface), surface)
}
