import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { REPOSITORY } from '../processes'

const BENCH = path.join(REPOSITORY, 'bench')
const DIST = path.join(BENCH, 'dist')
const PREFIX = '/one-bundle/'
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }

/** Builds the shell and one remote as a single bundle in bench/dist. */
export async function buildOneBundle(remote: string): Promise<void> {
  const webpack = path.join(REPOSITORY, 'node_modules/webpack/bin/webpack.js')
  const config = path.join(import.meta.dirname, 'one-bundle.config.mjs')
  const child = spawn(process.execPath, [webpack, '--config', config, '--env', `remote=${remote}`], {
    cwd: BENCH,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`webpack ended with code ${String(code)}`)
}

/**
 * Serves the gateway's page at `target` with the same data, but with the bundle instead of the shell and the remote.
 * Everything else is proxied to the gateway.
 */
export async function serveOneBundle(gateway: string, target: string) {
  const answer = await fetch(gateway + target, { headers: { accept: 'text/html' } })
  const files = (await readdir(DIST)).filter((name) => /^main\..*(?<=css|js)$/.test(name))
  const page = await promisify(brotliCompress)(withBundle(await answer.text(), files))

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/'
    if (url === target)
      return send(response, { type: 'text/html; charset=utf-8', body: page, encoding: 'br' })
    if (url.startsWith(PREFIX)) return sendFile(response, url.slice(PREFIX.length))
    // Reports of this page must not count for deployed versions.
    if (request.method !== 'GET') return void response.writeHead(204).end()
    const passed = await fetch(gateway + url)
    const type = passed.headers.get('content-type') ?? 'application/octet-stream'
    send(response, { status: passed.status, type, body: Buffer.from(await passed.arrayBuffer()) })
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.writeHead(500).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Removes the tags that load the shell and the remote. */
function withBundle(html: string, files: string[]): string {
  const links = /<link[^>]+(preload|stylesheet)[^>]*>/g
  const scripts = /<script[^>]+src=[^>]*><\/script>/g
  const tags = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" href="${PREFIX}${file}">`
      : `<script defer src="${PREFIX}${file}"></script>`,
  )
  return html
    .replace(links, '')
    .replace(scripts, '')
    .replace('</head>', `${tags.join('')}</head>`)
}

async function sendFile(response: ServerResponse, name: string): Promise<void> {
  const type = TYPES[path.extname(name)] ?? 'application/octet-stream'
  const file = path.join(DIST, path.basename(name))
  const compressed = await readFile(`${file}.br`).catch(() => undefined)
  if (compressed) return send(response, { type, body: compressed, encoding: 'br' })
  send(response, { type, body: await readFile(file) })
}

interface Sent {
  status?: number
  type: string
  body: Buffer
  encoding?: string
}

function send(response: ServerResponse, { status = 200, type, body, encoding }: Sent): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'max-age=31536000, immutable',
    ...(encoding && { 'content-encoding': encoding }),
  })
  response.end(body)
}
