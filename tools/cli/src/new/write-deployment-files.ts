import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from '../config'
import { print } from '../terminal'
import { deploymentFiles } from './deployment-files'
import { findSlices } from './find-slices'

/** Writes the deployment files of every slice. */
export async function slices(): Promise<void> {
  const changed = writeDeploymentFiles(REPOSITORY)
  print(changed.length === 0 ? 'Every deployment file is up to date.' : changed.join('\n'))
}

/**
 * @param repository absolute path of the repository's root
 * @returns the paths of the files it changed, from there
 */
export function writeDeploymentFiles(repository: string): string[] {
  const stale = staleDeploymentFiles(repository)
  for (const [file, text] of stale) writeFileSync(path.join(repository, file), text)
  return [...stale.keys()]
}

/**
 * Finds the files that `npm run slices` would change: texts by path.
 * @param repository absolute path of the repository's root
 */
export function staleDeploymentFiles(repository: string): Map<string, string> {
  return new Map(
    [...deploymentFiles(repository, findSlices(repository))].filter(([file, text]) => {
      const full = path.join(repository, file)
      return !existsSync(full) || readFileSync(full, 'utf8') !== text
    }),
  )
}
