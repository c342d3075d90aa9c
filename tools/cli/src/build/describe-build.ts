import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type PublishedApp, RemoteDescriptor } from '@offquad/contracts'
import { Value } from 'typebox/value'
import { CommandFailure } from '../command-failure'
import { REPOSITORY } from '../config'
import { type App } from './apps'
import { contentHash } from './build-inputs'
import { needsOfApp, type UsedContracts } from './needs-of-app'

/** A built frontend: its entry in the registry, and its files. */
export interface Build {
  published: PublishedApp
  /** Absolute. */
  dist: string
}

/** The build's own notes in dist, which are not published. */
export const isBuilderNote = (file: string): boolean => path.basename(file).startsWith('.build-')

/** Source maps are for the app's team, and not public. */
export const isSourceMap = (file: string): boolean => file.endsWith('.map')

/**
 * The version is that of package.json with a hash of what visitors get. Source maps are not hashed: they contain whole
 * files of the contracts, even if the app uses only a part of them.
 */
export async function describeBuild({ folder: app }: App): Promise<Build> {
  const source = path.join(REPOSITORY, app)
  const dist = path.join(source, 'dist')
  const { version: packageVersion } = JSON.parse(
    await readFile(path.join(source, 'package.json'), 'utf8'),
  ) as { version: string }
  const remote = await readRemote(source)
  // remote.json is part of what is published: a changed route is a new version.
  const hash = await contentHash(await distFiles(dist, source))
  const version = `${packageVersion}-${hash.slice(0, 8)}`
  const { slots, calls } = needsOfApp(await readUsedContracts(dist), remote?.name)
  return {
    dist,
    published: {
      app,
      version,
      baseUrl: `/mf/${app}/${version}/`,
      ...(remote && { remote }),
      ...(slots.length > 0 && { uses: slots }),
      ...(calls.length > 0 && { calls }),
    },
  }
}

async function distFiles(dist: string, source: string): Promise<string[]> {
  const names = (await readdir(dist)).filter((name) => !name.startsWith('.') && !isSourceMap(name)).toSorted()
  const files = names.map((name) => path.join(dist, name))
  const remote = path.join(source, 'remote.json')
  return existsSync(remote) ? [...files, remote] : files
}

export async function readUsedContracts(dist: string): Promise<UsedContracts> {
  const file = path.join(dist, '.build-contracts.json')
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandFailure(`${file} is missing: build the app again, without --built.`)
  })
  return JSON.parse(text) as UsedContracts
}

/** Reads what a remote declares. @param source absolute path of its folder @returns undefined for the shell */
export async function readRemote(source: string): Promise<RemoteDescriptor | undefined> {
  const file = path.join(source, 'remote.json')
  if (!existsSync(file)) return undefined
  const remote: unknown = JSON.parse(await readFile(file, 'utf8'))
  const [problem] = Value.Errors(RemoteDescriptor, remote)
  if (problem) throw new CommandFailure(`${file}${problem.instancePath} ${problem.message}`)
  return remote as RemoteDescriptor
}
