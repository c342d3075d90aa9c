import { readFileSync } from 'node:fs'
import path from 'node:path'

const REPOSITORY = path.resolve(import.meta.dirname, '../../..')
const DESCRIPTOR = 'remote.json'

// The server's default is 8080, the port of the platform under `npm start`.
const FIRST_PORT = '3001'

/** The pages that show the slice have another origin. */
const CROSS_ORIGIN = { 'access-control-allow-origin': '*' }

/**
 * The development server of a remote, for webpack's `devServer`: any page of a running platform can load the remote from it.
 * Changes of styles and code apply in place; a change of remote.json (routes, slots, navigation) reloads the page.
 * @param {string} folder absolute path of the app's folder
 */
export function devServer(folder) {
  process.env.WEBPACK_DEV_SERVER_BASE_PORT ??= FIRST_PORT
  return {
    host: '127.0.0.1',
    port: 'auto',
    headers: CROSS_ORIGIN,
    // The page's host is not known here.
    allowedHosts: 'all',
    client: { overlay: false },
    static: false,
    // Editors empty a file before they write it: a page that reloads in between finds no remote.
    watchFiles: {
      paths: path.join(folder, DESCRIPTOR),
      options: { awaitWriteFinish: { stabilityThreshold: 100 } },
    },
    setupMiddlewares: (middlewares) => [
      { name: DESCRIPTOR, path: `/${DESCRIPTOR}`, middleware: sendDescriptor(folder) },
      ...middlewares,
    ],
    onListening: ({ server }) => console.log(instructions(folder, server.address().port)),
  }
}

/** A webpack rule for hot replacement of the remote's module and of modules that only it imports. */
export const hotRemoteRule = (folder) => ({
  test: path.join(folder, 'src/remote.tsx'),
  use: { loader: path.join(import.meta.dirname, 'hot-remote-loader.mjs'), options: { name: nameOf(folder) } },
})

const nameOf = (folder) => path.basename(folder).replace('mfe-', '')

const readDescriptor = (folder) => readFileSync(path.join(folder, DESCRIPTOR), 'utf8')

const sendDescriptor = (folder) => (request, response) => {
  response.writeHead(200, {
    ...CROSS_ORIGIN,
    'content-type': 'application/json',
    'cache-control': 'no-store',
  })
  response.end(readDescriptor(folder))
}

/** The URL to open, or, when no platform runs on this machine, the parameter to add to one. */
function instructions(folder, port) {
  const override = `mf.${nameOf(folder)}=http://127.0.0.1:${port}/mf-manifest.json`
  const platform = runningPlatform()
  if (!platform)
    return `No platform is running on this machine (npm start). To use another one, add this to the URL of a page: ?${override}`
  const { routes } = JSON.parse(readDescriptor(folder))
  const page = routes.map((route) => route.path).find((pattern) => !/[:*]/.test(pattern)) ?? '/'
  return `Open ${platform}${page}?${override}`
}

/** The URL of the platform that `npm start` runs, from run.json in DATA_DIR; undefined if there is none. */
function runningPlatform() {
  const dataDir = path.resolve(REPOSITORY, process.env.DATA_DIR || '.data')
  try {
    const { url, pid } = JSON.parse(readFileSync(path.join(dataDir, 'run.json'), 'utf8'))
    process.kill(pid, 0)
    return url
  } catch {
    return undefined
  }
}
