import { type PublishedApp } from '@offquad/contracts'
import { createByteBoundedCache } from '../responses/byte-bounded-cache'
import { type Page, type Site } from './compose-page'
import { createPageRouter } from './page-router'
import { type PageSettings } from './page-settings'

const MB = 1024 * 1024
const ROUTES = 100
const PAD = 'x'.repeat(250)

const appOf = (_: unknown, index: number): PublishedApp => {
  const name = `team${String.fromCharCode(97 + index)}`
  return {
    app: `mfe-${name}`,
    version: '1.0.0',
    baseUrl: `/mf/mfe-${name}/1.0.0/`,
    remote: {
      name,
      slots: [],
      routes: Array.from({ length: ROUTES }, (_, route) => ({
        path: `/${name}/page${route}`,
        title: 'A page',
        description: PAD,
      })),
    },
  }
}

/** Twenty teams, each of which says as much as it may: half a megabyte. */
const site: Site = {
  registry: { apps: Array.from({ length: 20 }, appOf) },
  shell: {
    baseUrl: '/mf/shell/1.0.0/',
    page: {
      before: { early: '<!doctype html><head>', head: '', root: '</head><body>', data: '' },
      end: '</body>',
      files: { early: '', scripts: [], preloads: [], styles: [] },
    },
  },
  remotes: new Map(),
  styles: new Map(),
  serverFiles: new Map(),
  set: { id: 'live', kind: 'live', generation: 1 },
}
const settings = { university: { productName: 'Offquad', name: 'A university' } } as PageSettings

describe('the pages of a large site', () => {
  it('take little memory before and after all of them were requested', () => {
    const before = process.memoryUsage().heapUsed
    const router = createPageRouter(site, settings, createByteBoundedCache<Page>(16 * MB))
    const paths = site.registry.apps.flatMap(({ remote }) => (remote?.routes ?? []).map(({ path }) => path))
    const pages = paths.map((path) => router.match(path).page)

    expect(pages).toHaveLength(2000)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * MB)
    expect(pages.at(-1)?.beforeWith()).toContain('"/teamt/page99"')
  })

  it('are the same page each time', () => {
    const router = createPageRouter(site, settings, createByteBoundedCache<Page>(16 * MB))

    expect(router.match('/teama/page1').page).toBe(router.match('/teama/page1?a=b').page)
    expect(router.match('/nowhere').page.status).toBe(404)
  })
})
