import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Registry, REMOTE_MANIFEST } from '@offquad/contracts'

/** Stands for the shell's early program. */
export const EARLY = 'early()'

export const INDEX_HTML = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8">',
  `<script data-early="<!--slot:early-->">${EARLY}</script>`,
  '<link rel="icon" href="/mf/shell/__VERSION__/icon.svg"><!--slot:head--></head>',
  '<body><!--slot:root--><!--slot:data--></body></html>',
].join('\n')

/** The files of its page that the shell's manifest names. */
export const PAGE_FILES = {
  early: `'sha256-${createHash('sha256').update(EARLY).digest('base64')}'`,
  scripts: ['main.js'],
  preloads: ['platform.js'],
  styles: [],
}

export const MANIFEST = {
  id: 'mfe_browse',
  name: 'mfe_browse',
  metaData: {
    remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
    publicPath: 'auto',
  },
  shared: [],
  exposes: [
    {
      path: './remote',
      assets: {
        js: { sync: ['remote.1.js'], async: ['page.2.js'] },
        css: { sync: ['remote.css'], async: [] },
      },
    },
  ],
}

export const SHELL_MANIFEST = {
  ...MANIFEST,
  metaData: { ...MANIFEST.metaData, page: PAGE_FILES },
  exposes: [],
}

/** MANIFEST of a build that lists the code of its pages. */
export const MANIFEST_WITH_PAGES = {
  ...MANIFEST,
  metaData: {
    ...MANIFEST.metaData,
    pages: { '/': ['home.3.js'], '/apartment/:aptId': ['apartment.4.js'] },
  },
}

export const SLOT = 'reviews/apartment-reviews@1'

export const REGISTRY: Registry = {
  apps: [
    { app: 'shell', version: '1.0.0', baseUrl: '/mf/shell/1.0.0/' },
    {
      app: 'mfe-browse',
      version: '2.0.0',
      baseUrl: '/mf/mfe-browse/2.0.0/',
      remote: {
        name: 'browse',
        slots: [],
        routes: [
          {
            path: '/',
            title: '',
            description: 'Find "your" <home>',
          },
          {
            path: '/apartment/:aptId',
            title: 'Apartment',
            preview: {
              answer: '/api/apts/:aptId',
              title: '/0/name',
              description: '/0/address',
              image: '/0/photos/0',
            },
          },
          {
            path: '/landlord/:landlordId',
            title: 'Landlord',
            description: 'A landlord',
            preview: {
              answer: '/api/link-previews/landlord/:landlordId',
              title: '/title',
              description: '/description',
              image: '/image',
            },
          },
          { path: '/desk', title: 'The desk', isForAdmins: true },
        ],
      },
    },
    {
      app: 'mfe-reviews',
      version: '3.0.0',
      baseUrl: '/mf/mfe-reviews/3.0.0/',
      remote: { name: 'reviews', slots: [SLOT], routes: [{ path: '/reviews', title: 'Reviews' }] },
    },
  ],
}

export type PublishedSite = Awaited<ReturnType<typeof publishSite>>

/** Creates a folder with a published shell and two remotes; the manifest of the second one is missing. */
export async function publishSite() {
  const root = await mkdtemp(path.join(os.tmpdir(), 'offquad-gateway-'))
  const mf = path.join(root, 'mf')
  const media = path.join(root, 'media')

  async function write(file: string, content: string | Buffer): Promise<void> {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true })
    await writeFile(path.join(root, file), content)
  }

  async function publish(registry: unknown): Promise<void> {
    await write('mf/registry.tmp', typeof registry === 'string' ? registry : JSON.stringify(registry))
    await rename(path.join(mf, 'registry.tmp'), path.join(mf, 'registry.json'))
  }

  await write('secret.txt', 'secret')
  await write('mf/shell/1.0.0/index.html', INDEX_HTML)
  await write(`mf/shell/1.0.0/${REMOTE_MANIFEST}`, JSON.stringify(SHELL_MANIFEST))
  for (const file of ['remote.1.js', 'home.3.js', 'apartment.4.js'])
    await write(`mf/mfe-browse/2.0.0/${file}`, '')
  for (const file of ['remoteEntry.js', 'remote.1.js']) await write(`mf/mfe-reviews/3.0.0/${file}`, '')
  await write('mf/mfe-browse/2.0.0/remoteEntry.js', 'var mfe_browse')
  await write('mf/mfe-browse/2.0.0/remoteEntry.js.br', 'brotli')
  await write('mf/mfe-browse/2.0.0/remoteEntry.js.gz', 'gzip')
  await write(`mf/mfe-browse/2.0.0/${REMOTE_MANIFEST}`, JSON.stringify(MANIFEST_WITH_PAGES))
  await write('media/house.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await write('media/house.webp', 'webp')
  await publish(REGISTRY)
  return { mf, media, write, publish, remove: () => rm(root, { recursive: true }) }
}
