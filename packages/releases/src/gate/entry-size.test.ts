import { type PublishedApp, type RemoteDescriptor } from '@offquad/contracts'
import { findVersionProblems } from '../site/load-version'

const appWith = (remote: Partial<RemoteDescriptor>, more: Partial<PublishedApp> = {}): PublishedApp => ({
  app: 'mfe-browse',
  version: '1.0.0',
  baseUrl: '/mf/mfe-browse/1.0.0/',
  remote: { name: 'browse', slots: [], routes: [], ...remote },
  ...more,
})
const routes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `/p${index}`, title: 'x' }))

describe('what a version says about itself', () => {
  it('may have 100 routes, calls and slots, and texts of 300 characters', () => {
    const calls = Array.from({ length: 100 }, (_, index) => `GET /api/c${index}`)
    const full = appWith({ routes: routes(100), slots: calls }, { calls, uses: calls })

    expect(findVersionProblems(full)).toEqual([])
    expect(
      findVersionProblems(appWith({ routes: [{ path: '/', title: '', description: 'x'.repeat(300) }] })),
    ).toEqual([])
  })

  it.each<[string, PublishedApp, string]>([
    [
      'too many routes',
      appWith({ routes: routes(101) }),
      'its remote.routes has 101 entries, over the limit of 100',
    ],
    [
      'too many calls',
      appWith({}, { calls: Array.from({ length: 101 }, () => 'GET /api/faqs') }),
      'its calls has 101 entries, over the limit of 100',
    ],
    [
      'a text that is too long',
      appWith({ routes: [{ path: '/', title: '', description: 'x'.repeat(301) }] }),
      'its remote.routes.0.description has 301 characters, over the limit of 300',
    ],
    [
      'a member that no contract names',
      appWith({ routes: [{ path: '/', title: '', ...{ more: ['x'.repeat(301)] } }] }),
      'its remote.routes.0.more.0 has 301 characters, over the limit of 300',
    ],
    [
      'more than 32 KB altogether',
      appWith({ slots: Array.from({ length: 100 }, () => 'é'.repeat(300)) }, { version: '1.0.0' }),
      'it describes itself in 60421 bytes, over the limit of 32768',
    ],
  ])('is refused with %s', (_what, app, problem) => {
    expect(findVersionProblems(app)).toEqual([problem])
  })
})
