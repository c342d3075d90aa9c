import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type PublishedApp, Registry, REMOTE_MANIFEST, versionsOf } from '@offquad/contracts'
import { type FastifyBaseLogger } from 'fastify'
import { Value } from 'typebox/value'
import { type FirstFiles, firstFilesOf } from './manifest'

/** A remote as far as a page needs to know it before loading it. */
export interface Remote {
  app: PublishedApp
  manifestUrl: string
  manifest: unknown
  firstFiles: FirstFiles
}

/** Everything that is live, read from one state of the registry. */
export interface Site {
  registry: Registry
  /** No shell is published yet: there are no pages. */
  isEmpty: boolean
  /** The shell's index.html, with the version it was published as filled in. */
  indexHtml: string
  /** Those whose manifest could be read, by app. */
  remotes: Map<string, Remote>
}

export const REGISTRY_FILE = 'registry.json'
export const HEAD_MARKER = '<!--offquad:head-->'
export const PAGE_DATA_MARKER = '<!--offquad:page-data-->'
const VERSION_PLACEHOLDER = '__VERSION__'

/** What is shown until the shell is deployed for the first time. */
const NOTHING_YET = `<!doctype html><html lang="en"><head>${HEAD_MARKER}</head><body><h1>This site is being set up</h1>
<p>Please try again in a few minutes.</p>${PAGE_DATA_MARKER}</body></html>`

/**
 * Reads what a registry names. A remote without a readable manifest is left to the browser to fail on.
 * @throws Error with a sentence when the registry or the shell cannot be used
 */
export async function loadSite(folder: string, registry: Registry, log: FastifyBaseLogger): Promise<Site> {
  const shell = registry.apps.find(({ app }) => app === 'shell')
  if (!shell && registry.apps.length > 0) throw new Error('no shell is published')
  const remotes = new Map<string, Remote>()
  for (const app of registry.apps.filter(({ remote }) => remote)) {
    const remote = await readRemote(folder, app).catch((err: unknown) => {
      log.error({ err, remote: app.app, version: app.version }, 'manifest of a remote cannot be used')
    })
    if (remote) remotes.set(app.app, remote)
  }
  const indexHtml = shell ? await readIndexHtml(folder, shell) : NOTHING_YET
  return { registry, isEmpty: !shell, indexHtml, remotes }
}

/**
 * What is live; nothing before the first deploy.
 * @throws Error with a sentence when the registry cannot be used
 */
export async function readRegistry(folder: string): Promise<Registry> {
  const text = await readFile(path.join(folder, REGISTRY_FILE), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{"apps":[]}'
      throw error
    },
  )
  return parseRegistry(text)
}

function parseRegistry(text: string): Registry {
  const registry: unknown = JSON.parse(text)
  const [problem] = Value.Errors(Registry, registry)
  if (problem) throw new Error(`${problem.instancePath || '/'} ${problem.message}`)
  // Checked one line above.
  const { apps, writtenBy } = registry as Registry
  for (const { app, version, baseUrl } of apps.flatMap(versionsOf))
    if (baseUrl !== `/mf/${app}/${version}/` || /^\.+$/.test(version))
      throw new Error(`${app} ${version} must have the baseUrl /mf/${app}/${version}/`)
  return { apps, ...(writtenBy && { writtenBy }) }
}

const folderOf = (folder: string, { app, version }: PublishedApp) => path.join(folder, app, version)

async function readRemote(folder: string, app: PublishedApp): Promise<Remote> {
  const text = await readFile(path.join(folderOf(folder, app), REMOTE_MANIFEST), 'utf8')
  const manifest: unknown = JSON.parse(text)
  return { app, manifest, manifestUrl: app.baseUrl + REMOTE_MANIFEST, firstFiles: firstFilesOf(manifest) }
}

async function readIndexHtml(folder: string, shell: PublishedApp): Promise<string> {
  const html = await readFile(path.join(folderOf(folder, shell), 'index.html'), 'utf8')
  for (const marker of [HEAD_MARKER, PAGE_DATA_MARKER])
    if (html.split(marker).length !== 2) throw new Error(`the shell's index.html needs ${marker} once`)
  return html.replaceAll(VERSION_PLACEHOLDER, shell.version)
}
