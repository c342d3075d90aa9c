import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from '../config'
import { print } from '../terminal'
import { deploymentFiles, leftoverFiles } from './deployment-files'
import { findSlices } from './find-slices'

/** Writes the deployment files of every slice, and removes those of slices that no longer exist. */
export async function slices(): Promise<void> {
  const changed = writeDeploymentFiles(REPOSITORY)
  print(changed.length === 0 ? 'Every deployment file is up to date.' : changed.join('\n'))
}

/**
 * @param repository absolute path of the repository's root
 * @returns the paths of the files it changed, from there
 */
export function writeDeploymentFiles(repository: string): string[] {
  const { outdated, leftovers } = staleDeploymentFiles(repository)
  for (const [file, text] of outdated) writeFileSync(path.join(repository, file), text)
  for (const file of leftovers) rmSync(path.join(repository, file))
  return [...outdated.keys(), ...leftovers.map((file) => `${file} (removed)`)]
}

/**
 * What `npm run slices` would change.
 * @param repository absolute path of the repository's root
 */
export function staleDeploymentFiles(repository: string): {
  outdated: Map<string, string>
  leftovers: string[]
} {
  const found = findSlices(repository)
  const outdated = new Map(
    [...deploymentFiles(repository, found)].filter(([file, text]) => {
      const full = path.join(repository, file)
      return !existsSync(full) || readFileSync(full, 'utf8') !== text
    }),
  )
  return { outdated, leftovers: leftoverFiles(repository, found) }
}
