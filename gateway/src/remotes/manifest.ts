import { REMOTE_EXPOSE } from '@offquad/contracts'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const Files = Type.Object({ sync: Type.Array(Type.String()) })

/** The part of a federation manifest (mf-manifest.json) that says which files a page needs at once. */
const Manifest = Type.Object({
  metaData: Type.Object({ remoteEntry: Type.Object({ name: Type.String(), path: Type.String() }) }),
  exposes: Type.Array(Type.Object({ path: Type.String(), assets: Type.Object({ js: Files, css: Files }) })),
})

export interface FirstFiles {
  scripts: string[]
  styles: string[]
}

/**
 * The files of a remote to load before anything asks for them, relative to its folder.
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
