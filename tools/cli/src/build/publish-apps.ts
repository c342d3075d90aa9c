import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type LiveApp, type Registry, versionsOf } from '@offquad/contracts'
import { type Build, exists, isBuilderNote } from './describe-build'

interface PublishOptions {
  /** Publishes every app, also where a version is live already. */
  isForced?: boolean
}

/** An app whose build was not published because another version is live. */
export interface UnpublishedBuild {
  app: string
  live: string
  built: string
}

export interface Publication {
  /** What is live afterwards. */
  apps: LiveApp[]
  unpublished: UnpublishedBuild[]
}

/**
 * Publishes built frontends under `folder` for a gateway to serve: <app>/<version>/, immutable, and registry.json, which
 * names the live versions. It does not change what is live, because a team may have deployed it, and deletes nothing,
 * because a rollback may restore any version. The registry is written last, so that a crash leaves the previous state intact.
 * @param folder absolute path, the gateway's MF_DIR
 */
export async function publishApps(
  builds: Build[],
  folder: string,
  { isForced = false }: PublishOptions = {},
): Promise<Publication> {
  const live = new Map((await readLiveApps(folder)).map((app) => [app.app, app]))
  const unpublished: UnpublishedBuild[] = []
  let isChanged = false
  for (const build of builds) {
    const { app, version } = build.published
    const current = live.get(app)
    const isServed = current && versionsOf(current).some((served) => served.version === version)
    if (current && !isServed && !isForced) {
      unpublished.push({ app, live: current.version, built: version })
      continue
    }
    await copyFiles(build, folder)
    if (isServed) continue
    live.set(app, build.published)
    isChanged = true
  }
  const registry: Registry = {
    apps: [...live.values()],
    writtenBy: 'build',
    ...(isForced && { forced: true }),
  }
  if (isChanged) await replaceFile(path.join(folder, 'registry.json'), JSON.stringify(registry, null, 2))
  return { apps: registry.apps, unpublished }
}

/** What a gateway serves from this folder, deployed versions included. */
async function readLiveApps(folder: string): Promise<LiveApp[]> {
  const text = await readFile(path.join(folder, 'registry.json'), 'utf8').catch(() => '{"apps":[]}')
  return (JSON.parse(text) as Registry).apps
}

async function copyFiles({ published, dist }: Build, folder: string): Promise<void> {
  const target = path.join(folder, published.app, published.version)
  if (await exists(target)) return
  const partial = `${target}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(path.dirname(target), { recursive: true })
  await cp(dist, partial, { recursive: true, filter: (file) => !isBuilderNote(file) })
  await rename(partial, target)
}

async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.partial`, text)
  await rename(`${file}.partial`, file)
}
