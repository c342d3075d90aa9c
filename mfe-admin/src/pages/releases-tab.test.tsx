import { type DeployState, type Release, type ServiceState, type VersionError } from '@offquad/contracts'
import { type ApiResponses, recordBodies, replaceUser } from '@offquad/web-kit/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ADMIN, itemOf, openAdminPage, signInAsAdminBeforeEach } from '../testing/open-admin-page'

const DATE = '2024-02-01T10:00:00.000Z'
const versionOf = (app: string, version: string) => ({ app, version, baseUrl: `/mf/${app}/${version}/` })
const remoteOf = (name: string, slots: string[]) => ({
  name,
  routes: [{ path: `/${name}`, title: name }],
  slots,
})
const MEASURE = { views: 0, failures: 0, routes: [], course: [], vitals: {} }

const stateOf = (app: string, more: Partial<DeployState> = {}): DeployState => ({
  live: versionOf(app, '1.0.0'),
  served: { version: '1.0.0', isServed: true },
  previous: [],
  bad: [],
  previews: [],
  history: [
    {
      action: 'deploy',
      version: '1.0.0',
      date: DATE,
      by: `the team of ${app}`,
      author: 'Maya',
      commit: '3f2a1bc',
    },
  ],
  measured: [],
  ...more,
})

const CANARY: Partial<DeployState> = {
  live: {
    ...versionOf('mfe-browse', '1.0.0'),
    canary: { ...versionOf('mfe-browse', '1.1.0'), percent: 10, salt: 's' },
  },
  canary: {
    views: 340,
    failures: 12,
    liveViews: 3100,
    liveFailures: 3,
    takenBackAt: 14,
    nextPercent: 50,
    waitsForViews: 28,
    waitsUntil: DATE,
  },
  measured: [
    {
      ...MEASURE,
      version: '1.1.0',
      views: 340,
      failures: 12,
      routes: [{ route: '/apartment/:aptId', views: 40, failures: 12 }],
      notCounted: { translated: 5, offline: 2 },
    },
  ],
}

const errorOf = (version: string, route: string): VersionError => ({
  version,
  route,
  kind: 'error',
  message: 'TypeError: x is undefined',
  at: '/mf/mfe-browse/1.0.0/411.js:1:2034',
  count: 12,
  first: DATE,
  last: DATE,
})
const releases = (...list: Release[]): ApiResponses => ({
  '/api/admin/releases': { body: list },
  '/api/admin/administrators': { body: [{ id: 'a1', displayName: 'Ada' }] },
  '/api/admin/services': { body: [] },
})
const browse = (more?: Partial<DeployState>): Release => ({
  app: 'mfe-browse',
  state: stateOf('mfe-browse', more),
})
const account: Release = { app: 'mfe-account', state: stateOf('mfe-account') }

const open = (responses: ApiResponses) => openAdminPage('tab=releases', responses)

describe('the Releases tab', () => {
  signInAsAdminBeforeEach()

  it('says since when a version is live although a canary beside it was taken back', async () => {
    const entry = (action: 'canary' | 'automatic rollback' | 'deploy', version: string, day: string) => ({
      action,
      version,
      date: `2024-02-${day}T10:00:00.000Z`,
      by: action === 'automatic rollback' ? 'the gateway' : 'the team of mfe-browse',
    })
    open(
      releases(
        browse({
          history: [
            entry('automatic rollback', '1.0.0', '03'),
            entry('canary', '1.1.0', '02'),
            entry('deploy', '1.0.0', '01'),
            entry('deploy', '0.9.0', '01'),
          ],
        }),
      ),
    )

    expect((await itemOf('mfe-browse')).textContent).toContain(
      'since Feb 1, 2024, 5:00 AM by the team of mfe-browse',
    )
  })

  it('names the commit of a version that was made live without being built again', async () => {
    const at = { version: '1.0.0', date: '2024-02-01T10:00:00.000Z', by: 'the team of mfe-browse' }
    open(
      releases(
        browse({
          history: [
            { ...at, action: 'promote' },
            { ...at, action: 'canary', commit: '3f2a1bc' },
            { ...at, action: 'deploy', version: '0.9.0', commit: '0a1b2c3' },
          ],
        }),
      ),
    )

    expect((await itemOf('mfe-browse')).textContent).toContain('by the team of mfe-browse · commit 3f2a1bc')
  })

  it('says what is live, since when, by whom, and its weight; what needs someone comes first', async () => {
    open(
      releases(
        account,
        { app: 'mfe-reviews', state: stateOf('mfe-reviews', { scripts: { kb: 81.6, budgetKb: 100 } }) },
        browse(CANARY),
        {
          app: 'shell',
          state: stateOf('shell', { served: { isServed: false, problem: 'its manifest is missing' } }),
        },
      ),
    )

    const reviews = await itemOf('mfe-reviews')
    expect(reviews.textContent).toContain('1.0.0')
    expect(reviews.textContent).toContain(
      'since Feb 1, 2024, 5:00 AM by Maya, the team of mfe-reviews · commit 3f2a1bc · 82 of 100 KB of scripts',
    )
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'shell',
      'mfe-browse',
      'mfe-account',
      'mfe-reviews',
    ])
    expect((await itemOf('shell')).textContent).toContain(
      'This gateway does not serve it: its manifest is missing.',
    )
  })

  it('says that a canary is slower and takes no step, and shows how fast each version is on each page', async () => {
    const slower = 'INP is 240 ms at the 75th percentile of 80 pages, 180 ms of 700 with 1.0.0'
    const measureOf = (version: string, p75: number) => {
      const vitals = { INP: { p75, good: 60, pages: 80 } }
      const route = { route: '/apartment/:aptId', views: 90, failures: 0, vitals }
      return { ...MEASURE, version, views: 90, routes: [route], vitals }
    }
    const { canary, live } = CANARY
    open(
      releases(
        browse({
          ...(live && { live }),
          ...(canary && { canary: { ...canary, slower } }),
          measured: [measureOf('1.0.0', 180), measureOf('1.1.0', 240)],
        }),
      ),
    )

    const shown = await screen.findByRole('region', { name: 'Canary of mfe-browse' })
    expect(shown.textContent).toContain(`It is slower: ${slower}.`)
    expect(shown.textContent).toContain('It takes no further step while it is slower')
    fireEvent.click(screen.getByText('How it does'))
    const table = within(await screen.findByRole('region', { name: 'Pages by version' }))
    const rows = table
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent).join(' '))
    expect(rows).toEqual([
      'Page Version Pages Failed LCP INP CLS',
      'All pages 1.0.0 90 0 – 180 ms –',
      'All pages 1.1.0 90 0 – 240 ms –',
      '/apartment/:aptId 1.0.0 90 0 – 180 ms –',
      '/apartment/:aptId 1.1.0 90 0 – 240 ms –',
    ])
  })

  it('says in words how a canary does beside what is live, where it fails, and what it waits for', async () => {
    open(releases(browse(CANARY)))

    const canary = (await screen.findByRole('region', { name: 'Canary of mfe-browse' })).textContent
    expect(canary).toContain('10 % of visitors')
    expect(canary).toContain('12 of 340 pages failed, live 3 of 3,100; taken back at about 14.')
    expect(canary).toContain('12 of 40 on /apartment/:aptId. Not counted: 5 translated, 2 offline.')
    expect(canary).toContain('50 % get it next, once 28 more pages reported.')
  })

  it('shows what failed and where in the source, how often and when', async () => {
    const error = errorOf('1.0.0', '/apartment/:aptId')
    open({
      ...releases(browse()),
      '/api/deploys/mfe-browse/errors': {
        body: [
          { ...error, source: 'src/pages/home-page.tsx:12:5', path: '/apartment/demo-1' },
          { ...error, message: 'Error: y', count: 1 },
        ],
      },
    })
    fireEvent.click(within(await itemOf('mfe-browse')).getByText('Errors'))

    const table = within(await screen.findByRole('region', { name: 'Errors of mfe-browse' }))
    const rows = table.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows[1]).toMatch(
      /^TypeError: x is undefinedThrown on \/apartment\/:aptId with 1.0.0, Feb 1, 2024, 5:00 AMsrc\/pages\/home-page.tsx:12:5Open \/apartment\/demo-1 with 1.0.012$/,
    )
    expect(rows[2]).toContain('411.js:1:2034')
    expect(table.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/apartment/demo-1',
      '/',
    ])
  })

  it('says that the address of a failed page was not kept where it leads to the home page instead', async () => {
    open({
      ...releases(browse()),
      '/api/deploys/mfe-browse/errors': { body: [errorOf('1.0.0', '/lists/:id')] },
    })
    fireEvent.click(within(await itemOf('mfe-browse')).getByText('Errors'))

    const link = await screen.findByRole('link', { name: 'Open the home page with 1.0.0' })
    expect(link.getAttribute('href')).toBe('/')
    expect(link.closest('th')?.textContent).toContain('The address of the failed page is not kept.')
  })

  it('says at once which version was taken back, by whom and why, and who had shipped it', async () => {
    const entry = { version: '1.1.0', date: DATE, by: 'the team of mfe-browse', author: 'Maya' }
    const reason = '1.1.0: 100.0 % of 3 views failed'
    const history: DeployState['history'] = [
      { action: 'automatic rollback', version: '1.0.0', date: DATE, by: 'the gateway', reason },
      { action: 'deploy', ...entry, commit: '3f2a1bc' },
    ]
    open(releases(account, browse({ history, bad: [{ version: '1.1.0', reason, date: DATE }] })))

    expect((await itemOf('mfe-browse')).textContent).toContain(
      '1.1.0 was taken back Feb 1, 2024, 5:00 AM by the gateway: 100.0 % of 3 views failed. Shipped by Maya, the team of mfe-browse · commit 3f2a1bc',
    )
    expect(screen.getAllByRole('heading', { level: 3 })[0]?.textContent).toBe('mfe-browse')
  })

  it('leads to a page with a version that visitors do not get, once a link is made', async () => {
    const responses = {
      ...releases(browse({ previous: ['0.9.0'] })),
      '/api/deploys/mfe-browse/errors': { body: [errorOf('0.9.0', '/reviews')] },
      '/api/deploys/mfe-browse/preview': { body: stateOf('mfe-browse') },
    }
    open(responses)
    const sent = recordBodies()
    fireEvent.click(within(await itemOf('mfe-browse')).getByText('Errors'))
    const preview = { version: '0.9.0', path: '/?preview=token', createdAt: DATE, expiresAt: DATE }
    const button = await screen.findByRole('button', { name: 'Make a link to this version' })
    Object.assign(responses, releases(browse({ previous: ['0.9.0'], previews: [preview] })))
    fireEvent.click(button)

    const link = await screen.findByRole('link', { name: 'Open /reviews with 0.9.0' })
    expect(link.getAttribute('href')).toBe('/reviews?preview=token')
    expect(sent).toEqual([{ version: '0.9.0' }])
  })

  it('leads to a version that was taken back, which is the one to look at', async () => {
    const bad = [{ version: '1.1.0', reason: 'it failed', date: DATE }]
    open({
      ...releases(browse({ bad })),
      '/api/deploys/mfe-browse/errors': { body: [errorOf('1.1.0', '/')] },
    })
    fireEvent.click(within(await itemOf('mfe-browse')).getByText('Errors'))

    expect(await screen.findByRole('button', { name: 'Make a link to this version' })).toBeTruthy()
  })

  it('says that nothing failed', async () => {
    open({ ...releases(browse()), '/api/deploys/mfe-browse/errors': { body: [] } })
    fireEvent.click(within(await itemOf('mfe-browse')).getByText('Errors'))

    expect(await screen.findByText('Nothing failed in the last two weeks.')).toBeTruthy()
  })

  it('is all that an engineer gets, who changes their own slices', async () => {
    replaceUser({ ...ADMIN, role: 'developer', slices: ['mfe-account'] })
    open(releases(browse(CANARY), { ...account, state: stateOf('mfe-account', CANARY) }))

    const buttons = await screen.findAllByRole('button', { name: 'Take it back' })
    expect(buttons.map((button) => button.matches(':disabled')).toSorted()).toEqual([false, true])
    expect(screen.queryByRole('link', { name: 'Reviews' })).toBeNull()
  })

  it('takes a canary back with a reason, after it has tried what that would break', async () => {
    open({ ...releases(browse(CANARY)), '/api/deploys/mfe-browse/rollback': { body: stateOf('mfe-browse') } })
    const sent = recordBodies()
    fireEvent.click(await screen.findByRole('button', { name: 'Take it back' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Take the canary of mfe-browse back?' }))
    expect(dialog.getByText('Everyone gets 1.0.0 again, at once. 1.1.0 is marked as bad.')).toBeTruthy()
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Take it back' })
    await waitFor(() => expect(confirm.disabled).toBe(false))

    fireEvent.click(confirm)
    expect(await dialog.findByText('Please say why: the team reads it.')).toBeTruthy()
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'white pages' } })
    fireEvent.click(confirm)

    expect(await screen.findByText('mfe-browse: done.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent).toEqual([
      { to: '1.0.0', dryRun: true },
      { to: '1.0.0', reason: 'white pages' },
    ])
  })

  it('says what a change would break, and does not offer it', async () => {
    open({
      ...releases(browse({ previous: ['0.9.0'], rollsBackTo: '0.9.0' })),
      '/api/deploys/mfe-browse/rollback': {
        status: 400,
        detail: 'Switching to mfe-browse 0.9.0 would break the live site: mfe-reviews places browse/map@1.',
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Make it live' }))

    expect((await screen.findByRole('alert')).textContent).toContain('mfe-reviews places browse/map@1')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make 0.9.0 live' }).disabled).toBe(true)
  })

  it('pauses a canary without trying it first: nothing live changes', async () => {
    open({ ...releases(browse(CANARY)), '/api/deploys/mfe-browse/pause': { body: stateOf('mfe-browse') } })
    const sent = recordBodies()
    fireEvent.click(await screen.findByRole('button', { name: 'Pause' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'the weekend' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Pause' }))

    expect(await screen.findByText('mfe-browse: done.')).toBeTruthy()
    expect(sent).toEqual([{ version: '1.1.0', reason: 'the weekend' }])
  })

  it('names an administrator in the history, and offers a bad version again', async () => {
    const history: DeployState['history'] = [
      {
        action: 'rollback',
        version: '1.0.0',
        date: DATE,
        by: 'an administrator',
        adminId: 'a1',
        reason: 'white',
      },
      { action: 'promote', version: '1.2.0', date: DATE, by: 'an engineer', adminId: 'e1' },
    ]
    open(releases(browse({ history, bad: [{ version: '1.2.0', reason: 'white', date: DATE }] })))
    fireEvent.click(await screen.findByText('History (2)'))
    fireEvent.click(screen.getByText('Bad versions (1)'))

    expect(await screen.findByText('(white)')).toBeTruthy()
    expect((await itemOf('mfe-browse')).textContent).toContain('rollback 1.0.0 by Ada (white)')
    expect((await itemOf('mfe-browse')).textContent).toContain('promote 1.2.0 by an engineer')
    expect(screen.getByRole('button', { name: 'Make it live' })).toBeTruthy()
  })

  it('says whose slots a slice places, and who places its own', async () => {
    const reviews: Release = {
      app: 'mfe-reviews',
      state: stateOf('mfe-reviews', {
        live: { ...versionOf('mfe-reviews', '1.0.0'), remote: remoteOf('reviews', ['reviews/list@1']) },
      }),
    }
    open(
      releases(
        reviews,
        browse({
          live: { ...versionOf('mfe-browse', '1.0.0'), uses: ['reviews/list@1'], calls: ['GET /api/faqs'] },
        }),
      ),
    )
    for (const summary of await screen.findAllByText('What it shares with others')) fireEvent.click(summary)

    expect(await screen.findByText('reviews/list@1 of mfe-reviews')).toBeTruthy()
    expect(screen.getByText('reviews/list@1, placed by mfe-browse')).toBeTruthy()
    expect(screen.getByText('GET /api/faqs')).toBeTruthy()
  })

  it('says what runs of each service, how its trial does, and which slices use its calls', async () => {
    const url = 'http://127.0.0.1:4003'
    const services: ServiceState[] = [
      {
        service: 'svc-users',
        instances: [
          { url, build: '1a2b3c4d', health: 'good' },
          { url: 'http://127.0.0.1:4103', health: 'away' },
        ],
        calls: [
          { call: 'GET /api/faqs', usedBy: ['mfe-account'] },
          { call: 'POST /api/faqs', usedBy: [] },
        ],
        problems: ['POST /api/faqs is not routed: svc-catalog has it'],
        trial: { url, partner: 'mfe-account', getsAll: false, requests: 41, complaint: '9.8 % were slow' },
        history: [
          {
            action: 'taken back',
            version: '0.1.0-b',
            before: '0.1.0-a',
            date: DATE,
            by: 'the team of svc-users',
            author: 'Maya',
            reason: '9.8 % were slow',
          },
        ],
      },
    ]
    open({ ...releases(browse()), '/api/admin/services': { body: services } })
    const users = await itemOf('svc-users')
    fireEvent.click(within(users).getByText('Calls (2)'))
    fireEvent.click(within(users).getByText('History (1)'))
    await within(users).findByText('POST /api/faqs')

    expect(
      within(users)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '127.0.0.1:4003 is ready with 1a2b3c4d, on trial',
      '127.0.0.1:4103 does not answer',
      'GET /api/faqs by mfe-account',
      'POST /api/faqs by no slice',
      'Feb 1, 2024, 5:00 AM taken back 0.1.0-b by Maya, the team of svc-users (9.8 % were slow)',
    ])
    expect(within(users).getByRole('region', { name: 'Trial of svc-users' }).textContent).toBe(
      'A new version gets the requests of those who get the canary of mfe-account: 41 requests so far.It does worse: 9.8 % were slow.',
    )
    expect(within(users).getByRole('alert').textContent).toContain('is not routed')
  })

  it('links to previews and ends one', async () => {
    const preview = { version: '1.1.0', path: '/?preview=secret', createdAt: DATE, expiresAt: DATE }
    open({
      ...releases(browse({ previews: [preview] })),
      '/api/deploys/mfe-browse/end-preview': { body: stateOf('mfe-browse') },
    })
    expect((await screen.findByRole('link', { name: 'Preview of 1.1.0' })).getAttribute('href')).toBe(
      '/?preview=secret',
    )
    fireEvent.click(screen.getByRole('button', { name: 'End' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByLabelText(/^Reason/)).toBeNull()
    fireEvent.click(dialog.getByRole('button', { name: 'End preview' }))

    expect(await screen.findByText('mfe-browse: done.')).toBeTruthy()
  })
})
