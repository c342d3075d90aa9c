import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { type Releases } from '@offquad/releases'
import { type FastifyInstance } from 'fastify'
import { DRAWING_HEADERS, publishedFileHeaders, RESOURCE_POLICY } from './security-headers'
import { sendStored, storeResponse } from './responses/stored-response'

const IMMUTABLE = {
  immutable: true,
  maxAge: '1y',
  index: false,
  decorateReply: false,
  dotfiles: 'ignore',
} as const

/** For the team of a version, for the gateway, and notes of its build. */
const PRIVATE = /(\.map|\/server\.cjs|\/mf-stats\.json)(\.(br|gz))?$/i

interface PublishedFilesOptions {
  folder: string
  releases: Pick<Releases, 'currentSite' | 'onChange'>
}

/** Serves published files: the registry, and every version of every app, whose URLs are immutable. */
export async function servePublishedFiles(
  app: FastifyInstance,
  { folder, releases }: PublishedFilesOptions,
): Promise<void> {
  // Any origin, so that these can be loaded together with a slice that is developed elsewhere.
  const headers = { 'access-control-allow-origin': '*', vary: 'accept-encoding' }
  app.addHook(
    'onSend',
    async (_request, reply) =>
      void reply.headers({ ...headers, ...publishedFileHeaders(String(reply.getHeader('content-type'))) }),
  )
  const storeRegistry = () =>
    storeResponse({
      status: 200,
      contentType: 'application/json; charset=utf-8',
      body: Buffer.from(JSON.stringify({ apps: releases.currentSite().apps })),
    })
  let registry = storeRegistry()
  releases.onChange(() => (registry = storeRegistry()))
  app.get(
    '/mf/registry.json',
    { schema: { summary: 'Which version of each app is live.', tags: ['registry'] } },
    (request, reply) => sendStored(request, reply, registry),
  )
  await app.register(fastifyStatic, {
    ...IMMUTABLE,
    root: path.resolve(folder),
    prefix: '/mf/',
    preCompressed: true,
    // Only <app>/<version>/<file> is immutable.
    allowedPath: (pathname) => /^\/[^/]+\/[^/]+\/[^/]/.test(pathname) && !PRIVATE.test(pathname),
  })
}

/** Serves the service worker of the live shell, for the whole site; a canary's is never one. */
export async function serveWorker(
  app: FastifyInstance,
  { folder, releases }: PublishedFilesOptions,
): Promise<void> {
  app.get('/sw.js', { schema: { hide: true } }, async (_request, reply) => {
    const shell = releases.currentSite().apps.find(({ app }) => app === 'shell')
    const file = shell && path.join(path.resolve(folder), shell.baseUrl.replace('/mf/', ''), 'worker.js')
    const program = file && (await readFile(file).catch(() => undefined))
    if (!program) return reply.callNotFound()
    return reply
      .type('text/javascript; charset=utf-8')
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      })
      .send(program)
  })
}

/** Serves pictures under /media/, whose content never changes under a name; compressed where there is a file NAME.br or NAME.gz. */
export async function serveMedia(app: FastifyInstance, { folder }: { folder?: string }): Promise<void> {
  if (!folder) {
    app.get('/media/*', { schema: { hide: true } }, (_request, reply) => reply.callNotFound())
    return
  }
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ [RESOURCE_POLICY]: 'cross-origin', vary: 'accept-encoding' })
    if (String(reply.getHeader('content-type')).startsWith('image/svg')) reply.headers(DRAWING_HEADERS)
  })
  await app.register(fastifyStatic, {
    ...IMMUTABLE,
    root: path.resolve(folder),
    prefix: '/media/',
    preCompressed: true,
  })
}
