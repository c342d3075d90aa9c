import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The chunk of a remote's exposed module, as the federation plugin names it. */
const REMOTE_CHUNK = '__federation_expose_remote'

/**
 * The name of the chunk with the code of a page; the remote has to use it as webpackChunkName.
 * @param {string} route the path in remote.json: '/apartment/:aptId' is page-apartment-aptid
 */
export const pageChunk = (route) =>
  `page-${
    route
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean)
      .join('-') || 'home'
  }`

/**
 * The scripts of a remote's pages that have chunks of their own, by path.
 * @param {string} folder absolute path of the remote's folder
 * @returns {Record<string, string[]>} relative to the remote's files
 */
export function filesOfPages(folder, { namedChunkGroups }) {
  const { routes } = JSON.parse(readFileSync(path.join(folder, 'remote.json'), 'utf8'))
  return Object.fromEntries(
    routes.flatMap((route) => {
      const group = namedChunkGroups.get(pageChunk(route.path))
      if (!group) return []
      const chunks = group.chunks.filter(({ name }) => name !== REMOTE_CHUNK)
      const files = chunks.flatMap((chunk) => [...chunk.files])
      return [[route.path, files.filter((file) => file.endsWith('.js'))]]
    }),
  )
}

/**
 * A cacheGroup for splitChunks that keeps the styles of a remote in one file. If they were split by page, the order of rules
 * would depend on the pages visited before.
 */
export const stylesOfRemote = {
  name: REMOTE_CHUNK,
  type: 'css/mini-extract',
  chunks: 'all',
  enforce: true,
}
