import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { bundleService } from '@offquad/build-kit/service'
import { contentHash } from '../build/build-inputs'
import { REPOSITORY } from '../config'

/** Beside node_modules, where the build finds its packages. */
const folderOf = (service: string, version: string) =>
  path.join(REPOSITORY, service, 'versions', version, 'dist')
const distOf = (service: string) => path.join(REPOSITORY, service, 'dist')

/** Builds a service from this folder and keeps the build beside the one that runs. @returns its version */
export async function buildVersion(service: string): Promise<string> {
  const building = folderOf(service, `building-${process.pid}`)
  await bundleService(path.join(REPOSITORY, service), building)
  const version = await versionOf(service, building)
  await keep(service, version, () => rename(building, folderOf(service, version)))
  await rm(path.dirname(building), { recursive: true })
  return version
}

/** Keeps the build in dist, with which the service's processes start. @returns its version */
export async function keepRunning(service: string): Promise<string> {
  const version = await versionOf(service, distOf(service))
  await keep(service, version, () => cp(distOf(service), folderOf(service, version), { recursive: true }))
  return version
}

async function keep(service: string, version: string, put: () => Promise<void>): Promise<void> {
  if (isKept(service, version)) return
  await mkdir(path.dirname(folderOf(service, version)), { recursive: true })
  await put()
}

/** Has every process of the service that starts from now on run this version. */
export async function install(service: string, version: string): Promise<void> {
  const next = folderOf(service, 'next')
  await rm(next, { recursive: true, force: true })
  await cp(folderOf(service, version), next, { recursive: true })
  // The next start of the platform has to build again.
  await rm(path.join(next, '.build-hash'), { force: true })
  await rm(distOf(service), { recursive: true, force: true })
  await rename(next, distOf(service))
}

/** Deletes the builds of all other versions. */
export async function keepBuildsOf(service: string, versions: readonly string[]): Promise<void> {
  const folder = path.join(REPOSITORY, service, 'versions')
  for (const name of await readdir(folder))
    if (!versions.includes(name)) await rm(path.join(folder, name), { recursive: true })
}

export const isKept = (service: string, version: string): boolean => existsSync(folderOf(service, version))

/** From the repository's root. */
export const entryOf = (service: string, version: string): string =>
  path.relative(REPOSITORY, path.join(folderOf(service, version), 'main.js'))

async function versionOf(service: string, build: string): Promise<string> {
  const manifest = await readFile(path.join(REPOSITORY, service, 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  return `${version}-${(await contentHash([path.join(build, 'main.js')])).slice(0, 8)}`
}
