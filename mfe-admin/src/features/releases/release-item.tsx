import './releases.css'
import {
  type CanaryOutlook,
  type Release,
  type VersionMeasure,
  vitalText,
  WEB_VITALS,
} from '@offquad/contracts'
import { Button, Choice, TableHead } from '@offquad/ui'
import { countText } from '@offquad/web-kit'
import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Chart, lineChart } from '../../components/chart'
import { Details } from '../../components/details'
import { formatDateTime } from '../../components/format-date-time'
import { actorOf, History, type NameOf } from './history'
import { type ReleaseAction } from './release-dialog'
import { VersionErrors } from './version-errors'

type State = Release['state']
type Act = (action: ReleaseAction) => void

interface ReleaseItemProps {
  release: Release
  peers: Release[]
  nameOf: NameOf
  onAct: Act
  /** Whether the user may act; others see the actions, but cannot use them. */
  mayAct: boolean
}

const scrollTo = (item: HTMLElement | null): void => item?.scrollIntoView()

/** A slice: its live version and canary, the actions on them, and details on demand. */
export function ReleaseItem({ release, peers, nameOf, onAct, mayAct }: ReleaseItemProps) {
  const { app, state } = release
  const { live, served, scripts, measured, history } = state
  const part = { app, state, onAct }
  const isMeant = useLocation().hash === `#${app}`
  // A canary that was taken back left the live version as it was.
  const ofEveryone = history.filter(({ action }) => action !== 'canary' && action !== 'canary step')
  const before = ofEveryone.findIndex(({ version }) => version !== live?.version)
  const since = live && ofEveryone.slice(0, before < 0 ? undefined : before).at(-1)
  const commit = history.find((entry) => entry.commit && entry.version === live?.version)?.commit
  const measure = measured.find(({ version }) => version === live?.version)
  return (
    <li id={app} ref={isMeant ? scrollTo : undefined} className="admin-item offquad-panel">
      <header>
        <h3>{app}</h3>
        {live ? <code>{live.version}</code> : <span>Nothing is live</span>}
      </header>
      <p className="offquad-soft">
        {[
          since && `since ${formatDateTime(since.date)} by ${actorOf(since, nameOf)}`,
          commit && `commit ${commit}`,
          scripts && `${Math.round(scripts.kb)} of ${scripts.budgetKb} KB of scripts`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {live && !served.isServed && (
        <p role="alert" className="admin-alert">
          This gateway does not serve it: {served.problem ?? `it serves ${served.version ?? 'nothing'}`}.
        </p>
      )}
      <TakenBack state={state} nameOf={nameOf} />
      {measure && <Failures measure={measure} />}
      <fieldset disabled={!mayAct}>
        <Canary {...part} />
        <Versions {...part} />
        <Previews {...part} />
      </fieldset>
      <div className="release-more offquad-cluster">
        {measured.some(({ views }) => views > 0) && (
          <Details summary="How it does">{() => <Course measured={measured} />}</Details>
        )}
        {live && <Details summary="Errors">{() => <VersionErrors app={app} state={state} />}</Details>}
        {history.length > 0 && (
          <Details summary={`History (${history.length})`}>
            {() => <History history={history} nameOf={nameOf} />}
          </Details>
        )}
        {state.bad.length > 0 && (
          <Details summary={`Bad versions (${state.bad.length})`}>
            {() => (
              <fieldset disabled={!mayAct}>
                <BadVersions {...part} nameOf={nameOf} />
              </fieldset>
            )}
          </Details>
        )}
        {live && (
          <Details summary="What it shares with others">
            {() => <Ties app={app} live={live} peers={peers} />}
          </Details>
        )}
      </div>
    </li>
  )
}

/** The version that the last change has taken back. */
export const takenBackLast = ({ bad, history }: Pick<State, 'bad' | 'history'>) =>
  bad.find(({ date }) => date === history[0]?.date)

/** Says which version was taken back, why, and who had shipped it, until the next change. */
function TakenBack({ state, nameOf }: Pick<PartProps, 'state'> & { nameOf: NameOf }) {
  const taken = takenBackLast(state)
  const [change] = state.history
  if (!taken || !change) return null
  const shipped = state.history.find(
    ({ action, version }) => version === taken.version && ['deploy', 'canary'].includes(action),
  )
  return (
    <p className="admin-alert">
      <code>{taken.version}</code> was taken back {formatDateTime(change.date)} by {actorOf(change, nameOf)}:{' '}
      {reasonOf(taken)}.{shipped && ` Shipped by ${actorOf(shipped, nameOf)}`}
      {shipped?.commit && ` · commit ${shipped.commit}`}
    </p>
  )
}

/** The reason of an automatic rollback begins with the version. */
const reasonOf = ({ version, reason }: State['bad'][number]): string => reason.replace(`${version}: `, '')

const pagesText = ({ failures, views }: { failures: number; views: number }): string =>
  `${failures.toLocaleString('en-US')} of ${countText(views, 'page')} failed`

/** The number of failed pages of the live version, by route. */
function Failures({ measure }: { measure: VersionMeasure }) {
  const { routes, unrendered } = measure
  const failing = failingPagesText(routes)
  const noise = noiseText(measure)
  return (
    <>
      <p className={failing ? 'admin-alert' : undefined}>
        {pagesText(measure)}
        {failing && `: ${failing}`}
        {unrendered &&
          `. Its server part failed ${countText(unrendered.pages, 'page')} (${unrendered.reason})`}
      </p>
      {noise && <p className="offquad-soft">{noise}</p>}
    </>
  )
}

/** '3 of 40 never reported. Not counted: 5 translated, 2 offline.'; '' if all pages reported and counted. */
function noiseText({ notCounted = {}, silent }: VersionMeasure): string {
  const parts = Object.entries(notCounted).map(([name, pages]) => `${pages} ${name}`)
  return [
    silent && `${silent.pages} of ${countText(silent.of, 'opened page')} never reported.`,
    parts.length > 0 && `Not counted: ${parts.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** '6 of 20 on /apartment/:aptId, 1 of 9 on /'; '' if none failed. */
const failingPagesText = (routes: VersionMeasure['routes']): string =>
  routes
    .filter(({ failures }) => failures > 0)
    .map(({ route, failures, views }) => `${failures} of ${views} on ${route}`)
    .join(', ')

interface PartProps {
  app: string
  state: State
  onAct: Act
}

function Canary({ app, state: { live, canary: outlook, measured }, onAct }: PartProps) {
  if (!live?.canary || !outlook) return null
  const { version, percent } = live.canary
  const { views, failures, liveViews, liveFailures, takenBackAt } = outlook
  const measure = measured.find((candidate) => candidate.version === version)
  const failing = measure && failingPagesText(measure.routes)
  const noise = measure && noiseText(measure)
  const act = (kind: ReleaseAction['kind']) => onAct({ kind, app, version, live: live.version })
  return (
    <section className="admin-actions offquad-notice" aria-label={`Canary of ${app}`}>
      <header>
        <h4>
          Canary <code>{version}</code>
        </h4>
        <span>{percent} % of visitors</span>
      </header>
      <p>
        {pagesText({ failures, views })}, live {liveFailures.toLocaleString('en-US')} of{' '}
        {liveViews.toLocaleString('en-US')}; taken back at about {takenBackAt}.{failing && ` ${failing}.`}
        {noise && ` ${noise}`}
      </p>
      {outlook.slower !== undefined && <p className="admin-alert">It is slower: {outlook.slower}.</p>}
      <p className="offquad-soft">{nextStepText(outlook)}</p>
      <p className="admin-actions offquad-cluster">
        <Button onClick={() => act('promote')}>Promote</Button>
        {outlook.nextPercent !== undefined && <Button onClick={() => act('pause')}>Pause</Button>}
        <Button danger onClick={() => act('take back')}>
          Take it back
        </Button>
      </p>
    </section>
  )
}

function nextStepText({ nextPercent, waitsForViews, waitsUntil, slower }: CanaryOutlook): string {
  if (nextPercent === undefined) return 'It stays at this share until someone promotes it or takes it back.'
  if (slower !== undefined)
    return 'It takes no further step while it is slower; you can promote it all the same.'
  const next = nextPercent >= 100 ? 'All visitors get it next' : `${nextPercent} % get it next`
  if (waitsForViews > 0) return `${next}, once ${countText(waitsForViews, 'more page')} reported.`
  if (waitsUntil && new Date(waitsUntil) > new Date()) return `${next}, after ${formatDateTime(waitsUntil)}.`
  return `${next}, within seconds.`
}

/** The stored versions, to make one live or mark it as bad. */
function Versions({ app, state: { live, previous, rollsBackTo, bad }, onAct }: PartProps) {
  const [chosen, setChosen] = useState<string>()
  const first = rollsBackTo !== undefined && previous.includes(rollsBackTo) ? rollsBackTo : previous[0]
  const version = chosen !== undefined && previous.includes(chosen) ? chosen : first
  if (version === undefined || !live) return null
  const isBad = bad.some((failed) => failed.version === version)
  const act = (kind: ReleaseAction['kind']) => onAct({ kind, app, version, live: live.version })
  return (
    <div className="admin-actions offquad-cluster">
      <Choice
        label="Stored versions"
        value={version}
        options={previous.map((stored) => ({
          value: stored,
          label: bad.some((failed) => failed.version === stored) ? `${stored} (bad)` : stored,
        }))}
        onChange={setChosen}
      />
      <Button onClick={() => act('go to')}>Make it live</Button>
      {!isBad && <Button onClick={() => act('mark bad')}>Mark as bad</Button>}
    </div>
  )
}

/** The versions that failed; making one live again undoes a rollback. */
function BadVersions({ app, state: { live, bad }, nameOf, onAct }: PartProps & { nameOf: NameOf }) {
  return (
    <ul className="admin-plain">
      {bad.map((taken) => (
        <li key={taken.version} className="offquad-cluster offquad-ends">
          <span>
            <time dateTime={taken.date}>{formatDateTime(taken.date)}</time> <code>{taken.version}</code>{' '}
            {reasonOf(taken)}
            {nameOf(taken.adminId) && ` (${nameOf(taken.adminId)})`}
          </span>
          {live && (
            <Button onClick={() => onAct({ kind: 'go to', app, version: taken.version, live: live.version })}>
              Make it live
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Previews({ app, state: { previews }, onAct }: PartProps) {
  if (previews.length === 0) return null
  return (
    <ul className="admin-plain" aria-label={`Previews of ${app}`}>
      {previews.map(({ version, path, expiresAt }) => (
        <li key={version} className="offquad-cluster offquad-ends">
          <span>
            <a href={path} target="_blank" rel="noreferrer">
              Preview of <code>{version}</code>
            </a>{' '}
            <span className="offquad-soft">until {formatDateTime(expiresAt)}</span>
          </span>
          <Button onClick={() => onAct({ kind: 'end preview', app, version })}>End</Button>
        </li>
      ))}
    </ul>
  )
}

/** Failures by half hour as a chart, and by route in numbers, each version beside the others. */
function Course({ measured }: { measured: VersionMeasure[] }) {
  const option = useMemo(() => courseChart(measured), [measured])
  const all = measured.map((measure) => ({ ...measure, route: 'All pages' }))
  const each = measured
    .flatMap(({ version, routes }) => routes.map((route) => ({ ...route, version })))
    .toSorted((a, b) => a.route.localeCompare(b.route))
  return (
    <>
      <Chart option={option} />
      <div className="admin-scroll" role="region" aria-label="Pages by version" tabIndex={0}>
        <table className="admin-table offquad-table">
          <TableHead columns={['Page', 'Version', 'Pages', 'Failed', ...WEB_VITALS]} />
          <tbody>
            {[...all, ...each].map(({ route, version, views, failures, vitals = {} }) => (
              <tr key={`${route} ${version}`}>
                <th scope="row">{route}</th>
                <td>
                  <code>{version}</code>
                </td>
                <td>{views}</td>
                <td className={failures > 0 ? 'admin-alert' : undefined}>{failures}</td>
                {WEB_VITALS.map((name) => (
                  <td key={name}>{vitals[name] ? vitalText(name, vitals[name].p75) : '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="offquad-soft">LCP, INP and CLS: three of four pages were as fast and steady, or more.</p>
    </>
  )
}

function courseChart(measured: VersionMeasure[]) {
  const times = [...new Set(measured.flatMap(({ course }) => course.map(({ since }) => since)))].toSorted()
  return lineChart({
    labels: times.map(formatDateTime),
    lines: measured.map(({ version, course }) => ({
      name: version,
      data: times.map((time) => {
        const counted = course.find(({ since }) => since === time)
        return counted && counted.views > 0
          ? Math.round((counted.failures / counted.views) * 1000) / 10
          : null
      }),
    })),
    yAxis: { name: '% failed', min: 0 },
  })
}

/** The owners of the slots that a slice places, the slices that place its own, and its calls. */
function Ties({ app, live, peers }: { app: string; live: NonNullable<State['live']>; peers: Release[] }) {
  const { uses = [], calls = [], remote } = live
  const ownerOf = (slot: string) =>
    peers.find(({ state }) => state.live?.remote?.slots.includes(slot))?.app ?? 'nobody'
  const placedBy = (slot: string) =>
    peers.filter(({ state }) => state.live?.uses?.includes(slot)).map((release) => release.app)
  return (
    <dl className="admin-columns">
      <Tie label="Places">{uses.map((slot) => `${slot} of ${ownerOf(slot)}`)}</Tie>
      <Tie label="Offers">
        {remote?.slots.map((slot) => `${slot}, placed by ${placedBy(slot).join(', ') || 'nobody'}`)}
      </Tie>
      <Tie label="Pages">{remote?.routes.map(({ path }) => path)}</Tie>
      <Tie label={`Calls of ${app}`}>{calls}</Tie>
    </dl>
  )
}

function Tie({ label, children = [] }: { label: string; children?: string[] | undefined }) {
  if (children.length === 0) return null
  return (
    <div>
      <dt className="offquad-soft">{label}</dt>
      {children.map((text) => (
        <dd key={text}>{text}</dd>
      ))}
    </div>
  )
}
