import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type ApiDocument, apiMisfits, apiSurface } from '../api-misfits'

/**
 * What something said when it was last released, from the file that is kept for it. With RECORD_RELEASE=yes what it says
 * now becomes that: what follows may then only grow from there.
 * @param file absolute path
 * @throws Error when nothing was recorded yet
 */
export function released<T>(file: string, current: T): T {
  if (process.env.RECORD_RELEASE === 'yes') writeFileSync(file, `${JSON.stringify(current, null, 1)}\n`)
  if (!existsSync(file)) throw new Error(`${file} is missing: record it with RECORD_RELEASE=yes`)
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

/** Why callers of the API as it was last released may fail with the current one; nothing when none does. */
export function misfitsWithReleased(file: string, current: ApiDocument): string[] {
  const surface = apiSurface(current)
  return apiMisfits(released(file, surface), surface)
}
