import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CommandFailure } from '../command-failure'
import { REPOSITORY } from '../config'
import { say } from '../terminal'

/** The part of a CycloneDX document that is read here; the rest stays as npm writes it. */
export interface Sbom {
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

interface Component {
  'bom-ref': string
  type: string
  name: string
  version: string
  scope: string
  purl: string
  hashes?: { alg: string; content: string }[]
}

export interface Lockfile {
  packages: Record<
    string,
    { name?: string; version?: string; integrity?: string; link?: boolean; dev?: boolean }
  >
}

/** Writes the production dependencies as CycloneDX to the given file, or sbom.cdx.json. */
export async function sbom([file = 'sbom.cdx.json']: string[]): Promise<void> {
  const document = makeSbom()
  await writeFile(path.resolve(file), `${JSON.stringify(document, null, 2)}\n`)
  say(`${file} names ${document.components.length} production dependencies.`)
}

/** @throws CommandFailure when npm writes none */
export function makeSbom(): Sbom {
  const npm = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) throw new CommandFailure(`npm sbom failed: ${npm.stderr}`)
  return productionOnly(JSON.parse(npm.stdout) as Sbom, readLockfile())
}

export const readLockfile = (): Lockfile =>
  JSON.parse(readFileSync(path.join(REPOSITORY, 'package-lock.json'), 'utf8')) as Lockfile

/** Every package of the lockfile that production may load, as name@version. */
export function productionPackages({
  packages,
}: Lockfile): Map<string, { name: string; version: string; integrity?: string }> {
  const found = Object.entries(packages).flatMap(
    ([place, { name: alias, version, integrity, link, dev }]) => {
      const name = alias ?? place.split('node_modules/').at(-1) ?? ''
      return place.includes('node_modules/') && version && !link && !dev
        ? [[`${name}@${version}`, { name, version, ...(integrity && { integrity }) }] as const]
        : []
    },
  )
  return new Map(found)
}

/**
 * The lockfile decides what is in it: npm's own `--omit dev` leaves out what a workspace has as a development dependency as well
 * (react, mongoose), and of two versions of a package it may name one (npm 11).
 */
export function productionOnly(document: Sbom, lockfile: Lockfile): Sbom {
  const wanted = productionPackages(lockfile)
  const known = document.components.filter(({ name, version }) => wanted.has(`${name}@${version}`))
  const names = new Set(known.map(({ name, version }) => `${name}@${version}`))
  const missing = [...wanted].filter(([id]) => !names.has(id)).map(([, found]) => componentOf(found))
  const components = [...known, ...missing]
  const refs = new Set(components.map((component) => component['bom-ref']))
  const isKept = (ref: string) => refs.has(ref) || !document.components.some((one) => one['bom-ref'] === ref)
  const dependencies = document.dependencies
    .filter(({ ref }) => isKept(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isKept) }))
  return { ...document, components, dependencies }
}

function componentOf({
  name,
  version,
  integrity,
}: {
  name: string
  version: string
  integrity?: string
}): Component {
  const [algorithm = '', digest = ''] = integrity?.split('-') ?? []
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name.replace(/^@/, '%40')}@${version}`,
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
  }
}
