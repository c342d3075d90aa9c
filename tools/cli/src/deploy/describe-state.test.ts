import { type DeployState } from '@offquad/contracts'
import { describeState, previewPathFor } from './describe-state'

const version = (name: string) => ({
  app: 'mfe-account',
  version: name,
  baseUrl: `/mf/mfe-account/${name}/`,
})

const remote = {
  name: 'account',
  slots: [],
  routes: [
    { path: '/questions/:id', title: 'One question' },
    { path: '/faq', title: 'Questions' },
  ],
}

const STATE: DeployState = {
  live: {
    ...version('2.0.0'),
    remote,
    canary: { ...version('2.1.0'), percent: 10, salt: 'a', steps: [10, 50, 100] },
  },
  served: { version: '2.0.0', isServed: true },
  previous: ['1.9.0', '1.8.0'],
  rollsBackTo: '2.0.0',
  bad: [{ version: '1.9.9', reason: 'pages failed', date: '2026-05-03T09:30:00.000Z' }],
  previews: [
    {
      version: '2.2.0',
      path: '/?preview=secret',
      createdAt: '2026-05-04T10:00:00.000Z',
      expiresAt: '2026-05-11T10:00:00.000Z',
    },
  ],
  history: [
    {
      action: 'canary',
      version: '2.1.0',
      date: '2026-05-04T09:00:00.000Z',
      by: 'Maya Lindqvist',
      commit: '3f2a1bc',
      reason: '10 % of visitors',
    },
  ],
  measured: [],
}

const UNSEEN = { views: 0, failures: 0, routes: [], course: [], vitals: {} }

describe('the list of an app', () => {
  it('shows what is live, the canary and its steps, previews, versions to go back to and the history', () => {
    expect(describeState('mfe-account', STATE, 'https://offquad.example').split('\n')).toEqual([
      'mfe-account 2.0.0 is live.',
      '2.1.0 is the canary: 10 % of visitors get it, then 50 %, 100 %.',
      'This gateway serves it.',
      'A rollback leads to 2.0.0.',
      '',
      'Previews',
      '  2.2.0  https://offquad.example/faq?preview=secret  until 2026-05-11 10:00',
      '',
      'Stored versions, which rollback --to can make live',
      '  1.9.0',
      '  1.8.0',
      '',
      'Bad versions, deployed only with --again',
      '  1.9.9  2026-05-03 09:30  pages failed',
      '',
      'History',
      '  2026-05-04 09:00  canary              2.1.0  3f2a1bc  by Maya Lindqvist  (10 % of visitors)',
    ])
  })

  it('says on which pages a version failed', () => {
    const routes = [
      { route: '/apartment/:aptId', views: 20, failures: 6 },
      { route: '/', views: 6, failures: 0 },
    ]
    const measured = [{ ...UNSEEN, version: '2.1.0', views: 26, failures: 6, routes }]

    expect(describeState('mfe-account', { ...STATE, measured }, '')).toContain(
      'Of 26 pages with 2.1.0 in the last day 6 failed.\n  6 of 20 on /apartment/:aptId',
    )
  })

  it('says how fast a version was, and why a canary takes no step', () => {
    const vitals = { INP: { p75: 240, good: 60, pages: 80 }, CLS: { p75: 0.03, good: 3, pages: 3 } }
    const measured = [{ ...UNSEEN, version: '2.1.0', views: 26, vitals }]
    const slower = 'INP is 240 ms at the 75th percentile of 80 pages, 180 ms of 700 with 2.0.0'
    const canary = {
      views: 26,
      failures: 0,
      liveViews: 200,
      liveFailures: 0,
      takenBackAt: 4,
      waitsForViews: 0,
      slower,
    }

    const lines = describeState('mfe-account', { ...STATE, measured, canary }, '').split('\n')
    expect(lines).toContain(`It takes no further step: ${slower}.`)
    expect(lines).toContain('  INP 240 ms at the 75th percentile, good for 75 % of 80')
    expect(lines).toContain('  CLS 0.03 at the 75th percentile, good for 100 % of 3')
  })

  it('names a version that the server could not render pages with', () => {
    const unrendered = { pages: 4, reason: 'hung: no result within 500 ms' }
    const measured = [{ ...UNSEEN, version: '2.2.0', unrendered }]

    expect(describeState('mfe-account', { ...STATE, measured }, '')).toContain(
      'The server part of 2.2.0 failed 4 pages in the last day (hung: no result within 500 ms).',
    )
  })

  it('says why the gateway serves another version', () => {
    const served = { version: '1.9.0', isServed: false, problem: 'its manifest is missing' }

    expect(describeState('mfe-account', { ...STATE, served }, '')).toContain(
      'This gateway serves 1.9.0 instead: its manifest is missing',
    )
  })
})

describe('the link of a preview', () => {
  it('leads to the first page that needs no parameter, and to the home page without one', () => {
    expect(previewPathFor({ remote }, '/?preview=secret')).toBe('/faq?preview=secret')
    expect(previewPathFor({}, '/?preview=secret')).toBe('/?preview=secret')
  })
})
