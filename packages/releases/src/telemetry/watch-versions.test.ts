/** @jest-environment node */
import { type AppState } from '../deploys/app-state'
import { watchVersions } from './watch-versions'

const MINUTE_MS = 60_000
const EPOCH = new Date(0).toISOString()
const versionOf = (app: string, version: string) => ({ app, version, baseUrl: `/mf/${app}/${version}/` })

/** An app whose second version was deployed so many minutes ago. */
function stateOf(app: string, minutesAgo: number): AppState {
  const deployed = (version: string, minutes: number) => ({
    action: 'deploy' as const,
    version,
    date: new Date(Date.now() - minutes * MINUTE_MS).toISOString(),
    by: 'a team',
  })
  return {
    stable: versionOf(app, '2.0.0'),
    canary: null,
    previous: [versionOf(app, '1.0.0')],
    setAside: [],
    bad: [],
    history: [deployed('2.0.0', minutesAgo), deployed('1.0.0', 10_000)],
  }
}

/** Judges a site of which half of the pages have frozen since. @returns the live versions */
async function judge(
  minutesAgo: Record<string, number>,
  canary?: AppState['canary'],
): Promise<Record<string, string>> {
  const apps = new Map(
    Object.entries(minutesAgo).map(([app, minutes]) => [
      app,
      { ...stateOf(app, minutes), ...(canary && { canary }) },
    ]),
  )
  const counts = (handed: number, heard: number) =>
    new Map([['/', new Map([['a network', { handed, heard, views: heard, failures: 0 }]])]])
  const watch = watchVersions({
    states: { readSite: async () => ({ apps, retired: new Map(), previews: [] }) },
    changeLive: async (app: string, change: (state: AppState) => AppState) => {
      const state = change(apps.get(app) as AppState)
      if (state.stable.version === canary?.version) throw new Error('its files have been removed')
      apps.set(app, state)
    },
    versionMetrics: {
      add: async () => undefined,
      sum: async () => ({}),
      countsIn: async (_app: string, version: string) =>
        version === '2.0.0' ? counts(100, 50) : counts(1000, 990),
    },
    versionErrors: { add: async () => undefined },
    rules: { networks: 1, stepSeconds: 60 },
    log: { warn: () => undefined, info: () => undefined },
  } as never)
  for (let times = 0; times < 3; times += 1) await watch.judge()
  await watch.close()
  return Object.fromEntries([...apps].map(([app, { stable }]) => [app, stable.version]))
}

describe('pages that never report', () => {
  it('have the version taken back that changed last', async () => {
    expect(await judge({ 'mfe-a': 10, 'mfe-b': 100 })).toEqual({ 'mfe-a': '1.0.0', 'mfe-b': '2.0.0' })
  })

  it('have none taken back where two versions may be the reason', async () => {
    expect(await judge({ 'mfe-a': 10, 'mfe-b': 11 })).toEqual({ 'mfe-a': '2.0.0', 'mfe-b': '2.0.0' })
  })

  it('have it taken back also beside a canary that cannot be promoted', async () => {
    const canary = {
      ...versionOf('mfe-a', '3.0.0'),
      percent: 50,
      salt: 's',
      steps: [50, 100],
      stepSince: EPOCH,
    }

    expect(await judge({ 'mfe-a': 10 }, canary)).toEqual({ 'mfe-a': '1.0.0' })
  })
})
