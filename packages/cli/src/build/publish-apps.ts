import { cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type PublishedApp, type Registry, RemoteDescriptor } from '@offquad/contracts'
import { Value } from 'typebox/value'
import { CommandFailure } from '../command-failure'
import { REPOSITORY } from '../config'
import { type App } from './apps'
import { contentHash } from './content-hash'

const KEPT_VERSIONS = 3

/**
 * Puts the built frontends under `folder` as the gateway serves them: <app>/<version>/, immutable, and a registry that
 * names the live ones. Copies first and points last, so that a crash leaves the previous state whole.
 */
export async function publishApps(apps: App[], folder: string): Promise<Registry> {
  const published: PublishedApp[] = []
  for (const app of apps.filter(({ kind }) => kind === 'frontend'))
    published.push(await publishApp(app, folder))
  const registry: Registry = { apps: published }
  await writeWhole(path.join(folder, 'registry.json'), JSON.stringify(registry, null, 2))
  for (const { app, version } of published) await prune(path.join(folder, app), version)
  return registry
}

async function publishApp({ folder: app }: App, folder: string): Promise<PublishedApp> {
  const source = path.join(REPOSITORY, app)
  const dist = path.join(source, 'dist')
  const { version: packageVersion } = JSON.parse(
    await readFile(path.join(source, 'package.json'), 'utf8'),
  ) as { version: string }
  const remote = await readRemote(source)
  // remote.json is part of what is published: a changed route is a new version.
  const hash = await contentHash(await distFiles(dist, source))
  const version = `${packageVersion}-${hash.slice(0, 8)}`
  const target = path.join(folder, app, version)
  if (!(await exists(target))) await copyWhole(dist, target)
  return { app, version, baseUrl: `/mf/${app}/${version}/`, ...(remote && { remote }) }
}

async function distFiles(dist: string, source: string): Promise<string[]> {
  const names = (await readdir(dist)).filter((name) => !name.startsWith('.')).toSorted()
  const files = names.map((name) => path.join(dist, name))
  const remote = path.join(source, 'remote.json')
  return (await exists(remote)) ? [...files, remote] : files
}

async function readRemote(source: string): Promise<RemoteDescriptor | undefined> {
  const file = path.join(source, 'remote.json')
  if (!(await exists(file))) return undefined
  const remote: unknown = JSON.parse(await readFile(file, 'utf8'))
  const [problem] = Value.Errors(RemoteDescriptor, remote)
  if (problem) throw new CommandFailure(`${file}${problem.instancePath} ${problem.message}`)
  return remote as RemoteDescriptor
}

async function copyWhole(source: string, target: string): Promise<void> {
  const partial = `${target}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(path.dirname(target), { recursive: true })
  await cp(source, partial, { recursive: true, filter: (file) => !path.basename(file).startsWith('.build-') })
  await rename(partial, target)
}

async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.partial`, text)
  await rename(`${file}.partial`, file)
}

async function prune(folder: string, live: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== live)
  const ages = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
  )
  const old = ages.toSorted((a, b) => b.at - a.at).slice(KEPT_VERSIONS - 1)
  await Promise.all(old.map(({ name }) => rm(path.join(folder, name), { recursive: true })))
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )
