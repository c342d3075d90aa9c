import { type DeployEntry, type DeployState, type LiveApp, vitalText, WEB_VITALS } from '@offquad/contracts'

const SHOWN_HISTORY = 10

/** Lines that say which versions of an app visitors get. */
export function describeLive(app: string, state: DeployState): string[] {
  const { live, served, rollsBackTo } = state
  if (!live) return [`Nothing of ${app} is live.`]
  const { version, canary } = live
  return [
    `${app} ${version} is live.`,
    ...(canary ? [describeCanary(canary)] : []),
    ...(state.canary?.slower ? [`It takes no further step: ${state.canary.slower}.`] : []),
    describeServed(version, served),
    ...(rollsBackTo ? [`A rollback leads to ${rollsBackTo}.`] : []),
  ]
}

/** The output of `list` for an app. @param gatewayUrl base of the links to previews */
export function describeState(app: string, state: DeployState, gatewayUrl: string): string {
  const { live, previous, previews, bad, measured, history } = state
  return [
    ...describeLive(app, state),
    ...measured.flatMap(describeMeasure),
    ...section(
      'Previews',
      previews.map(
        ({ version, path, expiresAt }) =>
          `${version}  ${gatewayUrl}${previewPathFor(live ?? {}, path)}  until ${minuteOf(expiresAt)}`,
      ),
    ),
    ...section('Stored versions, which rollback --to can make live', previous),
    ...section(
      'Bad versions, deployed only with --again',
      bad.map(({ version, reason, date }) => `${version}  ${minuteOf(date)}  ${reason}`),
    ),
    ...section('History', history.slice(0, SHOWN_HISTORY).map(describeEntry)),
  ].join('\n')
}

/** The link of a preview, on the first page of the remote that needs no parameter. */
export function previewPathFor(live: Pick<LiveApp, 'remote'> | undefined, previewPath: string): string {
  const page = live?.remote?.routes.find(({ path }) => !path.includes(':'))?.path ?? '/'
  return page + previewPath.replace(/^\//, '')
}

function describeCanary({ version, percent, steps = [] }: NonNullable<LiveApp['canary']>): string {
  const later = steps.filter((step) => step > percent)
  const then = later.length > 0 ? `, then ${later.join(' %, ')} %` : ''
  return `${version} is the canary: ${percent} % of visitors get it${then}.`
}

function describeServed(live: string, { version, isServed, problem }: DeployState['served']): string {
  if (isServed) return 'This gateway serves it.'
  if (version === live && problem) return `This gateway has a problem with it: ${problem}`
  const instead = version ? `serves ${version} instead` : 'serves nothing of it'
  return `This gateway ${instead}${problem ? `: ${problem}` : '.'}`
}

const section = (title: string, lines: string[]): string[] =>
  lines.length > 0 ? ['', title, ...lines.map(indent)] : []

export const describeEntry = (entry: Omit<DeployEntry, 'action'> & { action: string }): string =>
  [
    minuteOf(entry.date),
    entry.action.padEnd(18),
    entry.version,
    entry.commit,
    `by ${entry.by}${entry.author ? ` (${entry.author})` : ''}`,
    entry.reason && `(${entry.reason})`,
  ]
    .filter(Boolean)
    .join('  ')

function describeMeasure(measure: DeployState['measured'][number]): string[] {
  const { version, views, failures, routes, vitals, unrendered } = measure
  const kept = unrendered
    ? [
        `The server part of ${version} failed ${unrendered.pages} pages in the last day (${unrendered.reason}).`,
      ]
    : []
  if (views === 0) return kept
  const speeds = WEB_VITALS.flatMap((name) => {
    const { p75, good = 0, pages = 0 } = vitals[name] ?? {}
    if (p75 === undefined) return []
    const share = Math.round((good / pages) * 100)
    return `${name} ${vitalText(name, p75)} at the 75th percentile, good for ${share} % of ${pages}`
  })
  return [
    `Of ${views} pages with ${version} in the last day ${failures} failed.`,
    ...routes
      .filter(({ failures }) => failures > 0)
      .map(({ route, views, failures }) => indent(`${failures} of ${views} on ${route}`)),
    ...speeds.map(indent),
    ...kept,
  ]
}

const minuteOf = (timestamp: string): string => timestamp.slice(0, 16).replace('T', ' ')

const indent = (line: string): string => `  ${line}`
