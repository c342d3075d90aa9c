import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { recordSurface, versionAfter } from '@offquad/build-kit/surface'
import { CommandFailure } from './command-failure'
import { REPOSITORY } from './config'
import { findSlices } from './new/find-slices'
import { installWorkspaces } from './new/install'
import { runJest } from './run-jest'
import { print } from './terminal'

type Release = 'major' | 'minor' | 'patch'

/** Tests that compare calls and messages with those of the last release. */
const COMPARISONS = ['test/released', 'compatibility/src/messages']

/**
 * Records what others rely on: in the folder of a shared package its exports, elsewhere everything, calls of services and
 * messages included. Raises the versions of shared packages, and says which version of the whole follows.
 * @throws CommandFailure when a call or a message would break those who use the last release; then these are not recorded
 */
export async function release(): Promise<void> {
  const isPackage = existsSync('released/surface.json')
  const packages = isPackage
    ? [path.relative(REPOSITORY, process.cwd())]
    : ['packages/ui', 'packages/web-kit']
  const releases: Release[] = packages.map(recordExports)
  installWorkspaces(REPOSITORY)
  if (isPackage) return
  releases.push(await recordCalls())
  const { version } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')) as {
    version: string
  }
  const kind =
    (['major', 'minor', 'patch'] as const).find((candidate) => releases.includes(candidate)) ?? 'patch'
  print(`After ${version} follows ${versionAfter(version, kind)} (${kind}).`)
}

function recordExports(folder: string): Release {
  const { version, changes, release: kind } = recordSurface(path.join(REPOSITORY, folder))
  print([...changes, `${folder} ${version} is recorded.`].join('\n'))
  return kind ?? 'patch'
}

async function recordCalls(): Promise<Release> {
  const files = [
    'packages/contracts/released/messages.json',
    ...['gateway', ...findSlices(REPOSITORY).services.map(({ folder }) => folder)].map(
      (folder) => `${folder}/released/openapi.json`,
    ),
  ]
  const read = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8')
  const before = files.map((file) => [file, read(file)] as const)
  const { failures } = await runJest(COMPARISONS, { RECORD_RELEASE: 'yes' })
  if (failures.length > 0) {
    for (const [file, text] of before) writeFileSync(path.join(REPOSITORY, file), text)
    throw new CommandFailure(
      `Calls and messages are not recorded, because others may rely on what has changed:\n${failures.join('\n')}`,
    )
  }
  const grown = before.filter(([file, text]) => read(file) !== text)
  for (const [file] of grown) print(`${file} is recorded.`)
  return grown.length > 0 ? 'minor' : 'patch'
}
