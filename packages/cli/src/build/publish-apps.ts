import { cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type PublishedApp, type Registry, versionsOf } from '@offquad/contracts'
import { type App } from './apps'
import { describeBuild, exists, isBuilderNote } from './describe-build'

const KEPT_VERSIONS = 3

/**
 * Puts the built frontends under `folder` as the gateway serves them: <app>/<version>/, immutable, and a registry that
 * names the live ones. Copies first and points last, so that a crash leaves the previous state whole.
 */
export async function publishApps(apps: App[], folder: string): Promise<Registry> {
  const served = await servedVersions(folder)
  const published: PublishedApp[] = []
  for (const app of apps.filter(({ kind }) => kind === 'frontend'))
    published.push(await publishApp(app, folder))
  const registry: Registry = { apps: published, writtenBy: 'build' }
  await writeWhole(path.join(folder, 'registry.json'), JSON.stringify(registry, null, 2))
  for (const { app, version } of published) await prune(path.join(folder, app), served.add(version))
  return registry
}

async function publishApp(app: App, folder: string): Promise<PublishedApp> {
  const { published, dist } = await describeBuild(app)
  const target = path.join(folder, published.app, published.version)
  if (!(await exists(target))) await copyWhole(dist, target)
  return published
}

/** What a gateway serves from this folder right now: deployed versions among them. */
async function servedVersions(folder: string): Promise<Set<string>> {
  const text = await readFile(path.join(folder, 'registry.json'), 'utf8').catch(() => '{"apps":[]}')
  const { apps } = JSON.parse(text) as Registry
  return new Set(apps.flatMap(versionsOf).map(({ version }) => version))
}

async function copyWhole(source: string, target: string): Promise<void> {
  const partial = `${target}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(path.dirname(target), { recursive: true })
  await cp(source, partial, { recursive: true, filter: (file) => !isBuilderNote(file) })
  await rename(partial, target)
}

async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.partial`, text)
  await rename(`${file}.partial`, file)
}

async function prune(folder: string, live: ReadonlySet<string>): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !live.has(name))
  const ages = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
  )
  const old = ages.toSorted((a, b) => b.at - a.at).slice(KEPT_VERSIONS - 1)
  await Promise.all(old.map(({ name }) => rm(path.join(folder, name), { recursive: true })))
}
