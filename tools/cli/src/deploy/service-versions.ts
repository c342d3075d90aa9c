import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { bundleService } from '@offquad/build-kit/service'
import { CommandFailure } from '../command-failure'
import { contentHash } from '../build/build-inputs'
import { REPOSITORY } from '../config'
import { writeWhole } from '../start/write-whole'

/** A change of the version of a service, with its date and reason. */
export interface ServiceEntry {
  action: 'deploy' | 'rollback' | 'taken back'
  version: string
  /** The version that ran. */
  before: string
  date: string
  by?: string | undefined
  commit?: string | undefined
  reason?: string | undefined
}

/** A version that was on trial did worse than the one that runs. */
export class WorseVersionError extends CommandFailure {}

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

const historyFile = (dataDir: string, service: string) =>
  path.join(dataDir, 'service-versions', `${service}.json`)

/** Newest first. */
export async function readHistory(dataDir: string, service: string): Promise<ServiceEntry[]> {
  const text = await readFile(historyFile(dataDir, service), 'utf8').catch(() => '[]')
  return JSON.parse(text) as ServiceEntry[]
}

const LONGEST_HISTORY = 50

export async function note(dataDir: string, service: string, entry: ServiceEntry): Promise<void> {
  const entries = [entry, ...(await readHistory(dataDir, service))].slice(0, LONGEST_HISTORY)
  await mkdir(path.dirname(historyFile(dataDir, service)), { recursive: true })
  await writeWhole(historyFile(dataDir, service), JSON.stringify(entries))
}
