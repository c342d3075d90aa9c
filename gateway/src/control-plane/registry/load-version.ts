import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PublishedApp, REMOTE_EXPOSE, REMOTE_MANIFEST } from '@offquad/contracts'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { findRouteProblems } from './route-patterns'

export interface FirstFiles {
  scripts: string[]
  styles: string[]
}

/** A remote as far as a page needs to know it before loading it. */
export interface Remote {
  app: PublishedApp
  manifestUrl: string
  manifest: unknown
  firstFiles: FirstFiles
}

/** A published version that pages can be made with. */
export interface LoadedVersion {
  app: PublishedApp
  /** Of the shell: its index.html with its version filled in. */
  indexHtml?: string
  /** Of a remote whose manifest can be read. */
  remote?: Remote
  /** Why a remote's manifest cannot be read: pages leave it to the browser to fail on it. */
  manifestProblem?: string
}

export const HEAD_MARKER = '<!--offquad:head-->'
export const PAGE_DATA_MARKER = '<!--offquad:page-data-->'
const VERSION_PLACEHOLDER = '__VERSION__'

/**
 * Reads what pages need of a version.
 * @param folder where the files of this version are
 * @throws Error with a sentence when it cannot be served
 */
export async function loadVersion(folder: string, app: PublishedApp): Promise<LoadedVersion> {
  const [problem] = findVersionProblems(app)
  if (problem) throw new Error(problem)
  if (app.app === 'shell') return { app, indexHtml: await readIndexHtml(folder, app) }
  if (!app.remote) return { app }
  try {
    return { app, remote: await readRemote(folder, app) }
  } catch (error) {
    return { app, manifestProblem: (error as Error).message }
  }
}

/** Why a version cannot be served, as far as its entry in the registry shows. */
export function findVersionProblems(app: PublishedApp): string[] {
  const [wrong] = Value.Errors(PublishedApp, app)
  if (wrong) return [`its entry in the registry is not one: ${wrong.instancePath || '/'} ${wrong.message}`]
  const baseUrl = `/mf/${app.app}/${app.version}/`
  if (app.baseUrl !== baseUrl) return [`its baseUrl must be ${baseUrl}`]
  return findRouteProblems(app)
}

async function readRemote(folder: string, app: PublishedApp): Promise<Remote> {
  const text = await readFile(path.join(folder, REMOTE_MANIFEST), 'utf8').catch(() => {
    throw new Error(`${REMOTE_MANIFEST} is missing`)
  })
  const manifest: unknown = JSON.parse(text)
  return { app, manifest, manifestUrl: app.baseUrl + REMOTE_MANIFEST, firstFiles: firstFilesOf(manifest) }
}

async function readIndexHtml(folder: string, shell: PublishedApp): Promise<string> {
  const html = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => {
    throw new Error('its index.html is missing')
  })
  for (const marker of [HEAD_MARKER, PAGE_DATA_MARKER])
    if (html.split(marker).length !== 2) throw new Error(`its index.html needs ${marker} once`)
  return html.replaceAll(VERSION_PLACEHOLDER, shell.version)
}

const Files = Type.Object({ sync: Type.Array(Type.String()) })

/** The part of a federation manifest (mf-manifest.json) that lists the files a page needs at once. */
const Manifest = Type.Object({
  metaData: Type.Object({ remoteEntry: Type.Object({ name: Type.String(), path: Type.String() }) }),
  exposes: Type.Array(Type.Object({ path: Type.String(), assets: Type.Object({ js: Files, css: Files }) })),
})

/**
 * The files of a remote to preload, relative to its folder.
 * @throws Error when the manifest is not one or lacks the exposed module
 */
export function firstFilesOf(manifest: unknown): FirstFiles {
  if (!Value.Check(Manifest, manifest)) throw new Error('not a federation manifest')
  const exposed = manifest.exposes.find(({ path }) => path === REMOTE_EXPOSE)
  if (!exposed) throw new Error(`does not expose ${REMOTE_EXPOSE}`)
  const { path, name } = manifest.metaData.remoteEntry
  return {
    scripts: [path ? `${path.replace(/\/$/, '')}/${name}` : name, ...exposed.assets.js.sync],
    styles: exposed.assets.css.sync,
  }
}
