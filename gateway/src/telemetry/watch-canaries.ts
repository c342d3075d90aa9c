import { type PageReport } from '@offquad/contracts'
import { type AppState, rolledBack } from '../deploys/app-state'
import { type AppStatesRepository } from '../deploys/app-states.repository'
import { type Judgement, verdictOn } from './judge-canary'
import { addVital, type Counted, type TalliesRepository } from './tallies.repository'

interface WatchDeps {
  states: AppStatesRepository
  tallies: TalliesRepository
  /** Tells every gateway that what is live has changed. */
  push(): Promise<void>
  rules: Judgement
  log: { warn(fields: object, message: string): void }
}

export interface CanaryWatch {
  /** Counts what pages say; it is stored a little later. */
  count(reports: PageReport[]): void
  /** Stores what was counted and judges every canary. */
  look(): Promise<void>
  close(): Promise<void>
}

const LOOK_EVERY_MS = 2_000
const BY = 'the gateway'

/** Counts how versions do and takes back canaries that do worse than what is live. Any number of gateways may. */
export function watchCanaries(deps: WatchDeps): CanaryWatch {
  const { states, tallies, log } = deps
  let counted = new Map<string, Counted>()
  let running: Promise<void> = Promise.resolve()

  async function store(): Promise<void> {
    if (counted.size === 0) return
    const taken = counted
    counted = new Map()
    await tallies.add([...taken.values()], new Date())
  }

  const look = (): Promise<void> => {
    running = running
      .then(async () => {
        await store()
        for (const [app, state] of await states.listTried()) await judge(deps, app, state)
      })
      .catch((err: unknown) => log.warn({ err }, 'canaries not looked at'))
    return running
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref()

  return {
    count(reports) {
      for (const report of reports) {
        const { app, version } = report
        const key = `${app}@${version}`
        const known = counted.get(key) ?? { app, version, views: 0, failures: 0, vitals: {} }
        if (report.kind === 'vital') addVital(known.vitals, { ...report, pages: 1 })
        else if (report.kind === 'view') known.views += 1
        else known.failures += 1
        counted.set(key, known)
      }
    },
    look,
    async close() {
      clearInterval(timer)
      await running
      await store().catch(() => undefined)
    },
  }
}

async function judge(deps: WatchDeps, app: string, { stable, canary, history }: AppState): Promise<void> {
  if (!canary) return
  const { states, tallies, push, rules, log } = deps
  const begun = history.find(({ action, version }) => action === 'canary' && version === canary.version)
  const since = new Date(begun?.date ?? 0)
  const [tried, live] = await Promise.all([
    tallies.sum(app, canary.version, since),
    tallies.sum(app, stable.version, since),
  ])
  const reason = verdictOn(tried, live, rules)
  if (!reason) return
  const act = { by: BY, date: new Date(), reason: `${canary.version}: ${reason}` }
  await states.change(app, (state) => {
    if (!state) throw new Error(`${app} is gone`)
    // Another gateway was faster, or the team has decided meanwhile.
    return state.canary?.version === canary.version ? rolledBack(state, act, 'automatic rollback') : state
  })
  log.warn({ remote: app, version: canary.version, reason }, 'canary taken back')
  await push()
}
