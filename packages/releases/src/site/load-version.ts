import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PublishedApp, REMOTE_EXPOSE, REMOTE_MANIFEST } from '@offquad/contracts'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { findExcess } from '../gate/entry-size'
import { findRouteProblems } from '../gate/route-patterns'
import { exists } from './exists'
import { readStyles } from './read-styles'
import { readShellPage, type ShellPage } from './shell-page'

export interface FirstFiles {
  scripts: string[]
  styles: string[]
  /** The additional scripts of each page, by its path. */
  pages: Readonly<Record<string, string[]>>
}

/** A remote as pages need it before they load it. */
export interface Remote {
  app: PublishedApp
  firstFiles: FirstFiles
}

/** A published version, loaded for rendering pages. */
export interface LoadedVersion {
  app: PublishedApp
  /** Set for the shell. */
  page?: ShellPage
  /** Set for a remote whose manifest is readable. */
  remote?: Remote
  /** The stylesheets that its first pages need, by URL. */
  styles?: ReadonlyMap<string, string>
  /** Absolute path of its server part, with which its pages can be rendered here; absent when it has none. */
  serverFile?: string
  /** Why a remote's manifest is unreadable: the failure is left to the browser. */
  manifestProblem?: string
}

const SERVER_FILE = 'server.cjs'

/**
 * Loads what pages need of a version.
 * @param folder contains the files of this version
 * @throws Error with a message for people when it cannot be served
 */
export async function loadVersion(folder: string, app: PublishedApp): Promise<LoadedVersion> {
  const [problem] = findVersionProblems(app)
  if (problem) throw new Error(problem)
  const serverPart = await findServerPart(folder)
  if (app.app === 'shell') {
    const page = await readShellPage(folder, app, await readManifest(folder))
    return { app, page, styles: await readStyles(folder, app, page.files.styles), ...serverPart }
  }
  if (!app.remote) return { app }
  try {
    const remote = { app, firstFiles: await readFirstFiles(folder) }
    return { app, remote, styles: await readStyles(folder, app, remote.firstFiles.styles), ...serverPart }
  } catch (error) {
    return { app, manifestProblem: (error as Error).message }
  }
}

/** Reasons in its registry entry why a version cannot be served. */
export function findVersionProblems(app: PublishedApp): string[] {
  const [wrong] = Value.Errors(PublishedApp, app)
  if (wrong) return [`its registry entry is invalid: ${wrong.instancePath || '/'} ${wrong.message}`]
  const baseUrl = `/mf/${app.app}/${app.version}/`
  if (app.baseUrl !== baseUrl) return [`its baseUrl must be ${baseUrl}`]
  const excess = findExcess(app)
  return excess.length > 0 ? excess : findRouteProblems(app)
}

/** Versions that were built before pages were rendered on the server have none. */
async function findServerPart(folder: string): Promise<Pick<LoadedVersion, 'serverFile'>> {
  const serverFile = path.resolve(folder, SERVER_FILE)
  return (await exists(serverFile)) ? { serverFile } : {}
}

/** @throws Error when the manifest in the folder is missing or invalid */
export const readFirstFiles = async (folder: string): Promise<FirstFiles> =>
  firstFilesOf(await readManifest(folder))

/** @throws Error when it is missing or not JSON */
export async function readManifest(folder: string): Promise<unknown> {
  const text = await readFile(path.join(folder, REMOTE_MANIFEST), 'utf8').catch(() => {
    throw new Error(`${REMOTE_MANIFEST} is missing`)
  })
  return JSON.parse(text) as unknown
}

const Files = Type.Object({ sync: Type.Array(Type.String()) })

/** The part of a federation manifest (mf-manifest.json) that lists the files a page needs at once. */
const Manifest = Type.Object({
  metaData: Type.Object({
    remoteEntry: Type.Object({ name: Type.String(), path: Type.String() }),
    // Written by build-kit. Older builds have the code of all pages in the exposed module.
    pages: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  }),
  exposes: Type.Array(Type.Object({ path: Type.String(), assets: Type.Object({ js: Files, css: Files }) })),
})

/**
 * The files of a remote to preload, relative to its folder.
 * @throws Error when the manifest is invalid or lacks the exposed module
 */
export function firstFilesOf(manifest: unknown): FirstFiles {
  if (!Value.Check(Manifest, manifest)) throw new Error('not a federation manifest')
  const exposed = manifest.exposes.find(({ path }) => path === REMOTE_EXPOSE)
  if (!exposed) throw new Error(`does not expose ${REMOTE_EXPOSE}`)
  const { path, name } = manifest.metaData.remoteEntry
  return {
    scripts: [path ? `${path.replace(/\/$/, '')}/${name}` : name, ...exposed.assets.js.sync],
    styles: exposed.assets.css.sync,
    pages: manifest.metaData.pages ?? {},
  }
}
