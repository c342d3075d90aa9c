import { type LiveApp } from '@offquad/contracts'
import { servedStateIn } from './assemble-site'

const version = (name: string): LiveApp => ({
  app: 'mfe-browse',
  version: name,
  baseUrl: `/mf/mfe-browse/${name}/`,
})
const withCanary = (live: LiveApp, canary: LiveApp): LiveApp => ({
  ...live,
  canary: { ...canary, percent: 10, salt: 'a' },
})
const stateOf = (served: LiveApp, live: LiveApp) => servedStateIn({ apps: [served], problems: [] }, live)

describe('servedStateIn', () => {
  it('reports an app as served when the gateway serves its live version and its canary', () => {
    const live = withCanary(version('2.0.0'), version('2.1.0'))

    expect(stateOf(live, live)).toEqual({ isServed: true, version: '2.0.0' })
  })

  it('reports an app as not served while another version, no canary, or a rolled-back canary is served', () => {
    const [stable, canary] = [version('2.0.0'), version('2.1.0')]

    const states = [
      stateOf(stable, canary),
      stateOf(stable, withCanary(stable, canary)),
      stateOf(withCanary(stable, canary), stable),
    ]

    expect(states.map(({ isServed }) => isServed)).toEqual([false, false, false])
  })
})
