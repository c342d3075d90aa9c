import { type ApiResponses, buildReview } from '@offquad/web-kit/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { openAdminPage, signInAsAdminBeforeEach } from '../testing/open-admin-page'

const logOf = (entries: object[], total = entries.length) => ({ body: { entries, total } })
const NO_LOGS: ApiResponses = Object.fromEntries(
  ['moderation', 'catalog', 'guide', 'contact', 'people'].flatMap((log) =>
    ['', '&adminId=a1'].map((query) => [`/api/admin/${log}-log?size=20${query}`, logOf([])]),
  ),
)
const TREND: ApiResponses = {
  '/api/admin/moderation-trend?days=90': { body: { days: [], medianHoursToDecision: null } },
}
const ADMINISTRATORS: ApiResponses = {
  '/api/admin/administrators': { body: [{ id: 'a1', displayName: 'Ada' }] },
}

const open = (responses: ApiResponses, params = '') => openAdminPage(`tab=activity${params}`, responses)
const decisionAt = (date: string, id = 'd1') => ({
  id,
  date,
  adminId: 'a1',
  reviewId: 'r1',
  from: 'PENDING',
  to: 'APPROVED',
})
const contactEntry = (entry: { kind: string; contactId: string; to: string }) => ({
  id: 'k1',
  date: '2024-02-02T12:00:00.000Z',
  adminId: 'a1',
  from: 'PENDING',
  ...entry,
})

describe('the Activity tab', () => {
  signInAsAdminBeforeEach()

  it('names the administrator of each decision, unless a former one', async () => {
    const entry = { date: '2024-02-01T10:00:00.000Z', reviewId: 'r1', from: 'PENDING', to: 'DECLINED' }
    open(
      {
        ...ADMINISTRATORS,
        '/api/admin/moderation-trend?days=90': {
          body: {
            days: [{ date: '2024-02-01', submitted: 3, approved: 1, declined: 1, reported: 0 }],
            medianHoursToDecision: 7.54,
          },
        },
        ...NO_LOGS,
        '/api/admin/moderation-log?size=20&adminId=a1': logOf([
          { ...entry, id: 'd1', adminId: 'a1', decline: { reason: 'too-little', note: 'Tell us more.' } },
          { ...entry, id: 'd2', adminId: 'gone', from: 'REPORTED', to: 'APPROVED' },
        ]),
        '/api/review-by-id/r1': { body: buildReview({ reviewText: 'Thin walls.' }) },
      },
      '&by=a1',
    )

    await screen.findByText('Ada', { selector: 'strong' })
    const [first, second] = screen.getAllByRole('listitem')
    expect(first?.textContent).toContain('Declined a review that was pending: says too littleTell us more.')
    expect(second?.textContent).toContain('A former administrator')
    expect(second?.textContent).toContain('Ignored the report of a review')
    expect(await screen.findByText('7.5 hours')).toBeTruthy()
    expect(screen.getByRole('row', { name: 'Feb 1 3 1 1 0' })).toBeTruthy()
  })

  it('merges the logs of reviews, apartments, landlords and questions, newest first', async () => {
    const change = { adminId: 'a1', kind: 'apartment', subjectId: '7', name: 'The Mill', action: 'changed' }
    const question = { id: 'q1', name: 'Maya', email: 'm@testville.edu', msg: 'Cats?', userId: 'u1' }
    open({
      ...TREND,
      ...ADMINISTRATORS,
      ...NO_LOGS,
      '/api/admin/moderation-log?size=20': logOf([decisionAt('2024-02-02T10:00:00.000Z')]),
      '/api/admin/catalog-log?size=20': logOf([
        {
          ...change,
          id: 'c2',
          date: '2024-02-03T10:00:00.000Z',
          fields: ['latitude', 'longitude', 'price'],
        },
        { ...change, id: 'c1', date: '2024-02-01T10:00:00.000Z', action: 'added', fields: ['name'] },
      ]),
      '/api/admin/contact-log?size=20': logOf([
        contactEntry({ kind: 'question', contactId: 'q1', to: 'COMPLETED' }),
      ]),
      '/api/contact-questions/COMPLETED': {
        body: [{ ...question, date: '2024-01-05T10:00:00.000Z', status: 'COMPLETED' }],
      },
    })

    expect(await screen.findByRole('heading', { name: 'Decisions (4)' })).toBeTruthy()
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(lines).toEqual([
      expect.stringContaining('Changed the apartment The MillWhat changed: place on the map, rent'),
      expect.stringContaining('Marked as done: a question'),
      expect.stringContaining('Approved a review that was pending'),
      expect.stringContaining('Added the apartment The Mill'),
    ])
    const details = screen.getByText('The question').closest('details') as HTMLDetailsElement
    details.open = true
    fireEvent(details, new Event('toggle'))
    expect(await screen.findByText('Maya: Cats?')).toBeTruthy()
  })

  it('shows entries with values that only newer services know', async () => {
    const decision = { id: 'd1', date: '2024-02-03T10:00:00.000Z', adminId: 'a1', reviewId: 'r1' }
    const change = { ...decision, id: 'c1', kind: 'apartment', subjectId: '7', name: 'The Mill' }
    open({
      ...TREND,
      ...ADMINISTRATORS,
      ...NO_LOGS,
      '/api/admin/moderation-log?size=20': logOf([
        { ...decision, from: 'PENDING', to: 'DECLINED', decline: { reason: 'new-reason' } },
      ]),
      '/api/admin/catalog-log?size=20': logOf([
        { ...change, action: 'changed', fields: ['price', 'newField'] },
      ]),
      '/api/admin/contact-log?size=20': logOf([
        contactEntry({ kind: 'question', contactId: 'q1', to: 'ARCHIVED' }),
      ]),
    })

    expect(await screen.findByText('Declined a review that was pending: another reason')).toBeTruthy()
    expect(screen.getByText('What changed: rent')).toBeTruthy()
    expect(screen.getByText('ARCHIVED: a question')).toBeTruthy()
  })

  it('loads older activity of all services, each entry once', async () => {
    const at = (minute: number, second: string) =>
      `2024-02-02T10:${String(minute).padStart(2, '0')}:${second}.000Z`
    const decidedAt = (minute: number) => decisionAt(at(minute, '00'), `d${minute}`)
    const change = { adminId: 'a1', kind: 'landlord', subjectId: '7', action: 'added', fields: [] }
    const changeAt = (minute: number) => ({
      ...change,
      id: `c${minute}`,
      date: at(minute, '30'),
      name: `L${minute}`,
    })
    const minutes = Array.from({ length: 20 }, (_, index) => 59 - index)
    open({
      ...TREND,
      ...NO_LOGS,
      '/api/admin/administrators': { body: [] },
      '/api/admin/moderation-log?size=20': logOf(minutes.map(decidedAt), 21),
      '/api/admin/catalog-log?size=20': logOf(minutes.map(changeAt)),
      '/api/admin/moderation-log?size=20&after=d50': logOf([...minutes.slice(10), 1].map(decidedAt), 21),
      '/api/admin/catalog-log?size=20&after=c50': logOf(minutes.slice(10).map(changeAt), 20),
    })
    const showOlder = await screen.findByRole('button', { name: 'Show older' })
    expect(screen.getAllByRole('listitem')).toHaveLength(20)

    fireEvent.click(showOlder)

    await waitFor(() => expect(screen.getAllByRole('listitem').length).toBe(40))
    expect(screen.getAllByText(/^Added the landlord/)).toHaveLength(20)
  })

  it('shows the other logs when one service is unavailable, and names the missing one', async () => {
    open({
      ...TREND,
      ...NO_LOGS,
      '/api/admin/administrators': { body: [] },
      '/api/admin/catalog-log?size=20': { status: 503, detail: 'Unavailable.' },
      '/api/admin/contact-log?size=20': logOf([
        contactEntry({ kind: 'building', contactId: 'b1', to: 'DELETED' }),
      ]),
    })

    expect(await screen.findByText('Deleted: a missing apartment')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('Apartments and landlords')
  })

  it('shows who granted and revoked a role', async () => {
    const entry = {
      date: '2024-02-01T10:00:00.000Z',
      adminId: 'a1',
      userId: null,
      email: 'bo@testville.edu',
      role: 'admin',
    }
    open(
      {
        ...TREND,
        ...NO_LOGS,
        ...ADMINISTRATORS,
        '/api/admin/people-log?size=20': logOf([
          { ...entry, id: 'p3', action: 'role-granted' },
          { ...entry, id: 'p2', action: 'role-revoked', adminId: 'configuration' },
          { ...entry, id: 'p1', action: 'account-relinked', email: null, role: null },
        ]),
      },
      '&decision=people',
    )

    const [granted] = await screen.findAllByText('Ada', { selector: 'strong' })
    const items = granted?.closest('ol')?.children ?? []
    const texts = [...items].map(({ textContent }) => textContent)
    expect(texts[0]).toContain('Made bo@testville.edu an administrator')
    expect(texts[1]).toContain('The settings of the site')
    expect(texts[1]).toContain('Revoked the role administrator of bo@testville.edu')
    expect(texts[2]).toContain('account-relinked: someone whose account was deleted')
  })

  it('says what was done to guides, with a link to those that there are', async () => {
    const entry = { date: '2024-02-01T10:00:00.000Z', adminId: 'a1', guideId: 'g1', title: 'Leases' }
    open({
      ...TREND,
      ...ADMINISTRATORS,
      ...NO_LOGS,
      '/api/admin/guide-log?size=20': logOf([
        { ...entry, id: 'e2', action: 'deleted' },
        { ...entry, id: 'e1', action: 'published' },
      ]),
    })

    const published = (await screen.findByRole('link', { name: 'Leases' })).closest('p')
    expect(published?.textContent).toBe('Published the guide Leases')
    expect(screen.getByText(/^Deleted the guide/).querySelector('a')).toBeNull()
  })
})
