import { CommandFailure } from '../command-failure'
import { REPOSITORY } from '../config'
import { print, sayStep } from '../terminal'
import { format, installWorkspaces } from './install'
import { register } from './register'
import { folderOf, scaffold, type SliceKind } from './scaffold'
import { throwIfNameIsTaken } from './slice-name'
import { writeDeploymentFiles } from './write-deployment-files'

const USAGE = 'Usage: npm run new -- remote NAME, or npm run new -- service NAME'

/** Creates a remote or a service that runs, is tested, deployed and documented. */
export async function newSlice([kind, name, ...others]: string[]): Promise<void> {
  if (!isKind(kind) || name === undefined || others.length > 0) throw new CommandFailure(USAGE, 2)
  for (const file of createSlice(REPOSITORY, kind, name)) sayStep(file)
  sayStep('installing it as a workspace')
  installWorkspaces(REPOSITORY)
  print(nextSteps(kind, folderOf(kind, name)))
}

/**
 * Writes every file of a new slice and adds it to the files that list slices.
 * @param repository absolute path of the repository's root
 * @returns the paths of the files it wrote, from there
 * @throws CommandFailure when the name cannot be used; then nothing is written
 */
export function createSlice(repository: string, kind: SliceKind, name: string): string[] {
  const folder = folderOf(kind, name)
  throwIfNameIsTaken(repository, kind, folder, name)
  const written = scaffold(repository, kind, name)
  const listed = register(repository, kind, name)
  const deployment = writeDeploymentFiles(repository)
  format(repository, [...written, ...new Set(listed)])
  return [...new Set([...written, ...listed, ...deployment])]
}

const isKind = (kind: string | undefined): kind is SliceKind => kind === 'remote' || kind === 'service'

const nextSteps = (kind: SliceKind, folder: string): string =>
  kind === 'remote'
    ? `
${folder} is ready.

  npm run dev -w ${folder}       see it on a page of the running platform while you change it
  npm run deploy -w ${folder}    put it on the running platform, for every visitor
  npm test -w ${folder}          its tests; npm run check checks the rest
`
    : `
${folder} is ready.

  npm run dev -w ${folder}       starts it in the running platform, and again after each change
  npm test -w ${folder}          its tests; npm run check checks the rest
`
