import { type DeployState, type Release, type ServiceState } from '@offquad/contracts'
import { callUses, graph, slotUses } from './uses-graph'

const release = (app: string, slots: string[], uses: string[]): Release => ({
  app,
  state: {
    live: {
      app,
      version: '1.0.0',
      baseUrl: `/mf/${app}/1.0.0/`,
      remote: { name: app.slice(4), routes: [], slots },
      uses,
    },
  } as unknown as DeployState,
})

it('draws an arrow from each slice to the owners of its slots and calls, and names them at the arrow', () => {
  const releases = [
    release('mfe-browse', ['browse/card@1'], ['reviews/list@1', 'gone/slot@1']),
    release('mfe-reviews', ['reviews/list@1'], ['browse/card@1']),
  ]
  const services = [
    {
      service: 'svc-users',
      calls: [
        { call: 'GET /api/faqs', usedBy: ['mfe-browse', 'shell'] },
        { call: 'PUT /api/faqs', usedBy: ['mfe-browse'] },
        { call: 'GET /api/places', usedBy: [] },
      ],
    },
  ] as unknown as ServiceState[]
  const [{ data, links }] = graph([...slotUses(releases), ...callUses(services)]).series as [
    ReturnType<typeof graph>['series'][number],
  ]

  expect(data.map(({ name, value }) => [name, value[0]])).toEqual([
    ['mfe-browse', 0],
    ['mfe-reviews', 0],
    ['shell', 0],
    ['svc-users', 1],
  ])
  expect(links.map(({ tooltip }) => tooltip.formatter)).toEqual([
    'mfe-browse uses from mfe-reviews:\nreviews/list@1',
    'mfe-reviews uses from mfe-browse:\nbrowse/card@1',
    'mfe-browse uses from svc-users:\nGET /api/faqs\nPUT /api/faqs',
    'shell uses from svc-users:\nGET /api/faqs',
  ])
})
