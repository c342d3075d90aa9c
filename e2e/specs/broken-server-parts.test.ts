import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openPage } from '../src/browser'
import { startGateway } from '../src/gateway'
import { sharedPlatform, waitFor } from '../src/platform'

/** Its page is /faq, and apartments, which are another remote's page, have a slot of it. */
const BROKEN = 'mfe-account'

/** Has every page and slot of a server part run this instead. */
const whenRendered = (code: string) => (serverPart: string) => `${serverPart}
;{
  const { createElement } = require('react')
  const { routes, slots } = module.exports.remote
  const fault = () => { ${code} }
  module.exports = {
    remote: {
      routes: routes.map(({ path }) => ({ path, element: createElement(fault) })),
      slots: Object.fromEntries(Object.keys(slots).map((id) => [id, fault])),
    },
  }
}`

const FAULTS: [what: string, breakPart: ((serverPart: string) => string) | undefined][] = [
  ['hangs for ever', whenRendered('for (;;) {}')],
  ['never finishes loading', () => 'for (;;) {}'],
  ['is missing', undefined],
]

/** The time a visitor waits for data and content, 200 and 250 ms, with room for a busy machine. */
const MAX_ANSWER_MS = 1_000

describe('a remote whose server part', () => {
  let folder: string
  let gateway: Awaited<ReturnType<typeof startGateway>>

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'offquad-mf-'))
    await cp(path.join(sharedPlatform().dataDir, 'mf'), folder, { recursive: true })
  })
  afterEach(async () => {
    await gateway.stop()
    await rm(folder, { recursive: true })
  })

  async function open(url: string): Promise<string> {
    const startedAt = performance.now()
    const response = await fetch(gateway.url + url, { headers: { accept: 'text/html' } })
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(MAX_ANSWER_MS)
    return html
  }

  it.each(FAULTS)('%s loses its own content only, and works in the browser', async (_what, breakPart) => {
    const versions = path.join(folder, BROKEN)
    for (const version of await readdir(versions)) {
      const file = path.join(versions, version, 'server.cjs')
      const serverPart = await readFile(file, 'utf8')
      await rm(file)
      if (breakPart) await writeFile(file, breakPart(serverPart))
    }
    gateway = await startGateway({
      MF_DIR: folder,
      SERVER_RENDERING: 'on',
      MEDIA_DIR: path.join(sharedPlatform().dataDir, 'media'),
    })

    await waitFor('the other pages with their content', async () => {
      const [, ...others] = await Promise.all(['/faq', '/', '/apartment/demo-1'].map(open))
      return others.every((html) => html.includes('data-remotes=') && html.includes('<article'))
    })
    expect(await open('/faq')).not.toContain('<summary')

    const { page, problems } = await openPage(undefined, gateway.url)
    await page.goto('/faq')
    await page.locator('summary', { hasText: 'Are reviews anonymous' }).click()
    await page.getByText(/A published review never shows your name/).waitFor()
    await page.goto('/apartment/demo-1')
    await page
      .getByRole('button', { name: /^Save: / })
      .first()
      .waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })
})
