/** @jest-environment node */
import { type SlotContract } from '@offquad/contracts'
import type * as Ui from '@offquad/ui'
import type * as WebKit from '@offquad/web-kit'
import { type RemoteDefinition } from '@offquad/web-kit'
import type * as WebKitServer from '@offquad/web-kit/server'
import { buildApp, testPage, testUniversity } from '@offquad/web-kit/testing/university'
import { hydrateServed } from '@offquad/web-kit/testing/server'
import type * as Router from 'react-router-dom'
import type * as PageModule from './page'
import type * as Routes from './routes'
import type * as Server from './server'

const actual = <M extends object>(name: string) => jest.requireActual<M>(name)

const slot = (name: string) => ({ remote: 'reviews', name, version: 1, props: {} }) as unknown as SlotContract

/** Two remotes: one has a page with the other's slots, and one of these fails on the server. */
function remotes(): Record<string, RemoteDefinition> {
  const { Slot: ActualSlot } = actual<typeof WebKit>('@offquad/web-kit')
  const { Button, useMediaQuery } = actual<typeof Ui>('@offquad/ui')
  const Scheme = () => <p>{useMediaQuery('(prefers-color-scheme: dark)') ? 'dark' : 'light'}</p>
  const Broken = () => {
    if (typeof window === 'undefined') throw new Error('broken on the server')
    return <p>works in the browser</p>
  }
  return {
    account: {
      routes: [
        {
          path: '/faq',
          element: (
            <>
              <h1>Questions</h1>
              <Button>Ask</Button>
              <Scheme />
              <ActualSlot contract={slot('works')} label="Works" props={{}} />
              <ActualSlot contract={slot('fails')} label="Fails" props={{}} fallback={<i>a placeholder</i>} />
            </>
          ),
        },
      ],
    },
    reviews: {
      routes: [],
      slots: { 'reviews/works@1': () => <p>from a slot</p>, 'reviews/fails@1': Broken },
    },
  }
}

const account = buildApp('mfe-account', { routes: [{ path: '/faq', title: 'FAQ' }] })
const data = {
  ...testPage,
  registry: { apps: [buildApp('shell'), account, buildApp('mfe-reviews')] },
  reportShare: 0,
}

/** The pages of a browser with these remotes; no others can be loaded. */
function pagesWith(loaded: Record<string, RemoteDefinition>) {
  const { openServerPage } = actual<typeof WebKitServer>('@offquad/web-kit/server')
  const { createQueryClient } = actual<typeof WebKit>('@offquad/web-kit')
  const { UNSAFE_createMemoryHistory } = actual<typeof Router>('react-router-dom')
  const { Page } = actual<typeof PageModule>('./page')
  const { pageRoutes } = actual<typeof Routes>('./routes')
  openServerPage({ data, remotes: loaded })
  return {
    pageOf: (url: string) => (
      <Page
        history={UNSAFE_createMemoryHistory({ initialEntries: [url] })}
        routes={pageRoutes()}
        client={createQueryClient()}
      />
    ),
  }
}

describe('the shell on the server', () => {
  // The development build of React warns of an API that Node 20 lacks.
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => jest.restoreAllMocks())

  it('renders frame, page and slots, and the browser takes them over without a difference', async () => {
    const { render } = actual<typeof Server>('./server')
    const page = await render({ template: '/faq', url: '/faq', data, remotes: remotes() })

    expect(page.html).toContain('<h1>Questions</h1>')
    expect(page.html).toContain('from a slot')
    expect(page.html).toContain('<i>a placeholder</i>')
    expect(page.html).toContain('Sign in')
    expect(page.html).not.toContain('<script')
    expect(page.remotes).toEqual(['account', 'reviews'])
    expect(page.failures).toEqual(['Error: broken on the server'])
    expect(page.styles).toBe(`<style>:root{--offquad-brand:${testUniversity.brandColor}}</style>`)

    const [hydrated] = await hydrateServed([{ url: '/faq', html: page.html, errors: [] }], () =>
      pagesWith(remotes()),
    )

    expect(hydrated?.errors).toEqual([])
    expect(hydrated?.text).toContain('works in the browser')
  })

  it('leaves a remote without a server part to the browser, which is no failure', async () => {
    const { render } = actual<typeof Server>('./server')
    const { account } = remotes()
    const page = await render({
      template: '/faq',
      url: '/faq',
      data,
      remotes: { account: account as RemoteDefinition },
    })

    expect(page.html).toContain('<h1>Questions</h1>')
    expect(page.html).not.toContain('from a slot')
    expect([page.remotes, page.failures]).toEqual([['account', 'reviews'], []])
  })

  it('renders what the browser replaces by a message where it cannot load the remote', async () => {
    const { render } = actual<typeof Server>('./server')
    const { html } = await render({ template: '/faq', url: '/faq', data, remotes: remotes() })

    const [hydrated] = await hydrateServed([{ url: '/faq', html, errors: [] }], () =>
      pagesWith({ account: remotes().account as RemoteDefinition }),
    )

    expect(html).toContain('from a slot')
    expect(hydrated?.text).toContain('Questions')
    expect(hydrated?.text).toContain('Works cannot be shown right now.')
    expect(hydrated?.errors).toEqual([])
  })
})
