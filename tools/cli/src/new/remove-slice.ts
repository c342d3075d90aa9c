import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Registry } from '@offquad/contracts'
import { readArguments, readOnly } from '../arguments'
import { CommandFailure } from '../command-failure'
import { dataDirectory, REPOSITORY } from '../config'
import { deleteDeployToken } from '../start/deploy-tokens'
import { readRunFile } from '../start/run-file'
import { print, sayStep } from '../terminal'
import { installWorkspaces } from './install'
import { isGenerated, unregister } from './register'
import { folderOf, type SliceKind } from './scaffold'
import { writeDeploymentFiles } from './write-deployment-files'

const USAGE = 'Usage: npm run remove -- mfe-NAME --yes, or npm run remove -- svc-NAME --yes'

/** Deletes a slice from the repository, with everything `npm run new` wrote for it. */
export async function removeSlice(args: string[]): Promise<void> {
  const options = { yes: { type: 'boolean' } } as const
  const { values, positionals } = readArguments({ args, options, allowPositionals: true }, USAGE)
  const folder = readOnly(positionals, USAGE)
  const [, prefix, name] = /^(mfe|svc)-([a-z]+)$/.exec(folder) ?? []
  if (!prefix || !name || !existsSync(path.join(REPOSITORY, folder)))
    throw new CommandFailure(`There is no slice ${folder}.\n${USAGE}`, 2)
  const kind = prefix === 'mfe' ? 'remote' : 'service'
  await throwIfInUse(kind, folder)
  if (!isGenerated(REPOSITORY, kind, name))
    throw new CommandFailure(
      `${folder} has calls that were not written by npm run new: remove them from packages/contracts/src/services.ts first.`,
    )
  if (!values.yes)
    throw new CommandFailure(
      `This deletes the folder ${folder} and all that is not committed in it. To do so: npm run remove -- ${folder} --yes`,
    )
  for (const file of deleteSlice(REPOSITORY, kind, name)) sayStep(file)
  await deleteDeployToken(dataDirectory(), folder)
  sayStep('removing it from the workspaces')
  installWorkspaces(REPOSITORY)
  print(`${folder} is deleted.`)
}

/**
 * Deletes every file of a slice and removes it from the files that list slices.
 * @param repository absolute path of the repository's root
 * @returns the paths of the deployment files it changed, from there
 */
export function deleteSlice(repository: string, kind: SliceKind, name: string): string[] {
  const slice = folderOf(kind, name)
  const folders = [slice, ...(kind === 'service' ? [`packages/contracts/src/${name}`] : [])]
  for (const folder of folders) rmSync(path.join(repository, folder), { recursive: true, force: true })
  rmSync(path.join(repository, 'node_modules/@offquad', slice), { force: true })
  unregister(repository, kind, name)
  return writeDeploymentFiles(repository)
}

async function throwIfInUse(kind: SliceKind, folder: string): Promise<void> {
  const dataDir = dataDirectory()
  if (kind === 'remote' && isLive(dataDir, folder))
    throw new CommandFailure(
      `${folder} is live on the platform of ${dataDir}: take it off with npm run retire -w ${folder} -- --yes first, there and wherever else it was deployed.`,
    )
  const run = await readRunFile(dataDir).catch(() => undefined)
  if (kind === 'service' && run?.processes.some(({ name }) => name === folder))
    throw new CommandFailure(`${folder} runs on the platform of ${dataDir}: stop npm start first.`)
}

function isLive(dataDir: string, app: string): boolean {
  const file = path.join(dataDir, 'mf/registry.json')
  if (!existsSync(file)) return false
  const { apps } = JSON.parse(readFileSync(file, 'utf8')) as Registry
  return apps.some((live) => live.app === app)
}
