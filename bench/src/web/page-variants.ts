import { once } from 'node:events'
import { createServer, type IncomingMessage, request as requestFrom, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

/** Ways to deliver the same page. */
export const VARIANTS = ['server', 'static'] as const
export type Variant = (typeof VARIANTS)[number]

const STYLESHEET = /<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="([^"]*)"[^>]*>/g
const SCRIPT = /<script\b[^>]*>[^]*?<\/script>/g

/** The page as the gateway sends it. */
async function pageOf(gateway: string, target: string): Promise<string> {
  const response = await fetch(gateway + target, { headers: { accept: 'text/html' } })
  if (!response.ok) throw new Error(`GET ${target}: ${response.status}`)
  return response.text()
}

const RENDER_DEADLINE_MS = 20_000
const RENDER_RETRY_MS = 200

/** The page with its content: until a version is loaded, its first visitors get pages without. */
export async function renderedPageOf(gateway: string, target: string): Promise<string> {
  const deadline = Date.now() + RENDER_DEADLINE_MS
  for (;;) {
    const html = await pageOf(gateway, target)
    if (html.includes('data-remotes=')) return html
    if (Date.now() > deadline)
      throw new Error(`the server does not render ${target}: the log of the gateway says why`)
    await new Promise((resolve) => setTimeout(resolve, RENDER_RETRY_MS))
  }
}

/**
 * The content of a rendered page and its styles in one file, without any script, in the font that a phone's first page gets: the
 * least that can be sent.
 */
export async function staticPageOf(gateway: string, rendered: string): Promise<string> {
  const styles = new Map<string, string>()
  for (const [, href = ''] of rendered.matchAll(STYLESHEET)) {
    const response = await fetch(new URL(href, gateway))
    const css = await response.text()
    styles.set(
      href,
      css.replace(/url\((?!["']?(?:data:|\/|#))["']?([^)"']+)["']?\)/g, (_match, file: string) => {
        return `url(${path.posix.join(path.posix.dirname(href), file)})`
      }),
    )
  }
  return rendered
    .replace('<html', '<html data-font-later')
    .replace(SCRIPT, '')
    .replace(STYLESHEET, (_tag, href: string) => `<style>${styles.get(href) ?? ''}</style>`)
}

/** Serves one page at its own path, and everything else from the gateway. */
export async function serveVariant(gateway: string, target: string, html: string) {
  const page = await promisify(brotliCompress)(html)

  function respond(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? '/'
    if (url === target) {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }
      return void response.writeHead(200, headers).end(page)
    }
    // Reports of this page must not count for deployed versions.
    if (request.method !== 'GET') return void response.writeHead(204).end()
    const headers = { ...request.headers }
    delete headers.host
    requestFrom(gateway + url, { headers }, (passed) => {
      response.writeHead(passed.statusCode ?? 502, passed.headers)
      passed.pipe(response)
    })
      .on('error', () => response.destroy())
      .end()
  }

  const server = createServer(respond)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}${target}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
