import path from 'node:path'
import { usedContracts } from '@offquad/build-kit/used-contracts'
import { REPOSITORY } from '../config'
import { needsOfApp } from './needs-of-app'

const needsOf = (app: string, remote?: string) =>
  needsOfApp(usedContracts(path.join(REPOSITORY, app)), remote)

describe('what an app needs of other slices', () => {
  it('are the slots whose contracts it imports, except its own', () => {
    expect(needsOf('mfe-browse', 'browse').slots).toEqual([
      'account/save-search@1',
      'account/save-toggle@1',
      'reviews/apartment-reviews@1',
      'reviews/landlord-reviews@1',
      'reviews/leave-review@1',
    ])
    expect(needsOf('mfe-reviews', 'reviews').slots).toEqual([])
    expect(needsOf('shell').slots).toEqual([
      'account/alert-bell@1',
      'account/contact@1',
      'browse/compare-tray@1',
      'browse/search-field@1',
    ])
  })

  it('are the calls it imports as values, without those of its tests', () => {
    const { calls } = needsOf('mfe-browse', 'browse')

    expect(calls).toContain('GET /api/apts/:ids')
    expect(calls).not.toContain('GET /api/page-data/reviews/:size')
    expect(calls.every((call) => /^(GET|POST|PUT) \/api\//.test(call))).toBe(true)
  })

  it('are the calls that the exports of web-kit it imports lead to', () => {
    expect(needsOf('mfe-reviews', 'reviews').calls).toEqual(
      // usePhotoUploads makes one, and the session behind every call the other.
      expect.arrayContaining(['POST /api/photos', 'POST /api/auth/refresh']),
    )
    expect(needsOf('mfe-browse', 'browse').calls).not.toContain('POST /api/photos')
  })

  it('is all of web-kit for the shell, which provides it, and never a call of the gateway', () => {
    const { calls } = needsOf('shell')

    expect(calls).toEqual(expect.arrayContaining(['POST /api/photos', 'POST /api/auth/google']))
    expect(calls.filter((call) => /telemetry|overrides|deploys/.test(call))).toEqual([])
  })
})
