import { type Guide, type GuideSummary, type GuideText } from '@offquad/contracts'
import { type ApiResponses, renderApp } from '@offquad/web-kit/testing'
import { screen, within } from '@testing-library/react'
import { GuideRow } from '../features/guides/guide-list'
import { GuidePage } from './guide-page'
import { GuidesPage } from './guides-page'

const summaryOf = (slug: string, title: string): GuideSummary => ({
  slug,
  title,
  summary: `What to know about ${title}.`,
  minutes: 5,
  updatedAt: '2026-11-20T12:00:00.000Z',
})
const LEASE = summaryOf('reading-a-lease', 'Leases')
const GUIDES = [LEASE, summaryOf('deposits', 'Deposits'), summaryOf('scams', 'Scams')]

const el = (tag: Exclude<GuideText[number], string | null>['tag'], ...content: GuideText): GuideText => [
  { tag },
  ...content,
  null,
]

const openGuide = (guide: Partial<Guide> = {}) =>
  renderApp(<GuidePage />, {
    path: '/guides/:slug',
    url: '/guides/reading-a-lease',
    responses: {
      '/api/guides': { body: GUIDES },
      '/api/guides/reading-a-lease': { body: { ...LEASE, text: [], contents: [], ...guide } },
    },
  })

describe('the page of guides', () => {
  const open = (response: ApiResponses[string]) =>
    renderApp(<GuidesPage />, { path: '/guides', responses: { '/api/guides': response } })

  it('leads to each with what it is about and how long it takes', async () => {
    open({ body: GUIDES })

    const link = await screen.findByRole('link', { name: /^Leases/ })
    expect(link.getAttribute('href')).toBe('/guides/reading-a-lease')
    expect(link.textContent).toBe('LeasesWhat to know about Leases.5 minutes to read · Updated Nov 20, 2026')
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
    expect(document.title).toBe('Offquad | Guides')
  })

  it('says when there are none, and when they cannot be loaded', async () => {
    open({ body: [] }).unmount()
    open({ body: [] })
    expect(await screen.findByText('There are no guides yet.')).toBeTruthy()

    open({ status: 503 })
    expect(await screen.findByText('The guides cannot be loaded right now.')).toBeTruthy()
  })
})

describe('the page of a guide', () => {
  it('shows its text as elements', async () => {
    openGuide({
      text: [
        ...el('p', 'A ', ...el('strong', 'joint'), ' lease, ', ...el('em', 'severally'), '.'),
        ...el('ol', ...el('li', ...el('p', 'See it.')), ...el('li', 'Sign it.')),
        ...el('blockquote', ...el('p', 'No advice.')),
        ...el('table', ...el('tbody', ...el('tr', ...el('td', 'Heat')))),
        ...el('p', 'one', ...el('br'), '<script>alert(1)</script>'),
      ],
    })

    const strong = await screen.findByText('joint')
    expect(strong.parentElement?.outerHTML).toBe('<p>A <strong>joint</strong> lease, <em>severally</em>.</p>')
    expect(screen.getByText('See it.').closest('ol')?.children).toHaveLength(2)
    expect(screen.getByText('No advice.').parentElement?.className).toBe('offquad-notice')
    expect(screen.getByRole('cell', { name: 'Heat' })).toBeTruthy()
    expect(screen.getByText(/<script>/).outerHTML).toBe('<p>one<br>&lt;script&gt;alert(1)&lt;/script&gt;</p>')
    expect(document.title).toBe('Offquad | Leases')
  })

  it('vouches for no other site', async () => {
    const link = (href: string): GuideText => [{ tag: 'a', href }, href, null]
    openGuide({ text: [...link('https://example.org'), ...link('/faq'), ...link('#about-rent')] })

    const external = await screen.findByRole('link', { name: 'https://example.org' })
    expect(external.getAttribute('rel')).toBe('noopener nofollow')
    for (const href of ['/faq', '#about-rent']) {
      const own = screen.getByRole('link', { name: href })
      expect([own.getAttribute('href'), own.getAttribute('rel')]).toEqual([href, null])
    }
  })

  it('has a list of contents if it is long', async () => {
    const contents = ['Rent', 'Heat', 'Keys'].map((title) => ({ id: `about-${title}`, title }))
    const { unmount } = openGuide({ contents: contents.slice(1) })
    await screen.findByRole('heading', { level: 1, name: 'Leases' })
    expect(screen.queryByRole('navigation', { name: 'In this guide' })).toBeNull()
    unmount()

    openGuide({ contents })

    const list = within(await screen.findByRole('navigation', { name: 'In this guide' }))
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '#about-Rent',
      '#about-Heat',
      '#about-Keys',
    ])
  })

  it('leads to the next guides, and to all', async () => {
    openGuide()

    const next = within(await screen.findByRole('navigation', { name: 'Read next' }))
    expect(next.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/guides',
      '/guides/deposits',
      '/guides/scams',
    ])
  })

  it('says when there is none, with a way on', async () => {
    renderApp(<GuidePage />, {
      path: '/guides/:slug',
      url: '/guides/none',
      responses: { '/api/guides/none': { status: 404 } },
    })

    expect(await screen.findByRole('heading', { name: 'This guide cannot be found.' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All guides' }).getAttribute('href')).toBe('/guides')
  })
})

describe('guides on another page', () => {
  it('are the first three, and nothing while there are none', async () => {
    const more = summaryOf('more', 'More')
    const { unmount } = renderApp(<GuideRow title="Before you sign" />, {
      responses: { '/api/guides': { body: [...GUIDES, more] } },
    })
    const row = within(await screen.findByRole('navigation', { name: 'Before you sign' }))
    expect(row.getAllByRole('listitem')).toHaveLength(3)
    unmount()

    const { container } = renderApp(<GuideRow title="Before you sign" />, {
      responses: { '/api/guides': { body: [] } },
    })
    expect(container.textContent).toBe('')
  })
})
