import { type Static, Type } from 'typebox'
import { TELEMETRY_PATH } from './early-values'
import { endpoint } from './endpoint'
import { PublishedApp } from './remotes'
import { NoContent, Timestamp } from './shapes'

const app = PublishedApp.properties.app
const version = PublishedApp.properties.version

/** Speed and visual stability of a page for visitors (web.dev/articles/vitals). */
export const WEB_VITALS = ['LCP', 'INP', 'CLS'] as const
export const VITAL_RATINGS = ['good', 'needs-improvement', 'poor'] as const
export type WebVital = (typeof WEB_VITALS)[number]
export type VitalRating = (typeof VITAL_RATINGS)[number]

/** '180 ms', '2.1 s'; layout shifts have no unit. */
export function vitalText(name: WebVital, value: number): string {
  if (name === 'CLS') return value.toFixed(2)
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`
}

const route = Type.Optional(
  Type.String({
    maxLength: 200,
    description:
      'Template of the path it is about: /apartment/:aptId. Absent: the one the page was served for',
  }),
)

/** The subject of a report. */
const place = { app, version, route }

export const FAILURE_KINDS = ['error', 'load-failure', 'call-failure'] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

/** Reasons why a failure says nothing about a version: other conditions of its page. */
export const NOISE = ['translated', 'extension', 'outdated', 'offline', 'unavailable'] as const
export type Noise = (typeof NOISE)[number]

/** An error and its location, without data about the visitor. */
export const ReportedError = Type.Object({
  message: Type.String({ maxLength: 300 }),
  at: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: '^/mf/[\\w@.+/-]+:\\d+:\\d+$',
      description: 'The frame on top of the stack that is of a version: /mf/mfe-browse/2.1.0/411.js:1:2034',
    }),
  ),
})
export type ReportedError = Static<typeof ReportedError>

/** Report of a page about a version it uses, without data about the visitor or the apartment. */
export const PageReport = Type.Union([
  Type.Object({
    ...place,
    kind: Type.Enum(['view', ...FAILURE_KINDS], {
      description:
        'It is shown; it threw; it could not be loaded; it made a call that no service answers. Each at most once for a route of a page',
    }),
    error: Type.Optional(ReportedError),
  }),
  Type.Object({
    ...place,
    kind: Type.Literal('vital', {
      description:
        'How fast and steady its content was on a route of a page: whose element was painted, touched or moved. The last value counts',
    }),
    name: Type.Enum([...WEB_VITALS]),
    value: Type.Number({ minimum: 0, maximum: 3_600_000, description: 'Milliseconds; of CLS the score' }),
  }),
  Type.Object({
    ...place,
    kind: Type.Literal('vital', { description: 'From tabs that are older than the values; does not count' }),
    name: Type.Enum([...WEB_VITALS, 'FCP', 'TTFB']),
    rating: Type.Enum([...VITAL_RATINGS]),
  }),
])
export type PageReport = Static<typeof PageReport>

/** A failure that does not count. */
export const IgnoredFailure = Type.Object({
  app,
  version,
  kind: Type.Enum([...FAILURE_KINDS]),
  noise: Type.Enum([...NOISE]),
})
export type IgnoredFailure = Static<typeof IgnoredFailure>

/** A call of a page that is traced through every process, without data about the caller or its content. */
export const TracedCall = Type.Object({
  traceId: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  spanId: Type.String({ pattern: '^[0-9a-f]{16}$' }),
  method: Type.Enum(['GET', 'POST', 'PUT', 'DELETE']),
  path: Type.String({ maxLength: 200, description: 'As the contract has it, with its parameters open' }),
  startedAt: Type.Integer({ minimum: 0, description: 'Milliseconds since 1970' }),
  ms: Type.Number({ minimum: 0, maximum: 600_000 }),
  status: Type.Integer({ minimum: 0, maximum: 599, description: '0: there was no answer' }),
})
export type TracedCall = Static<typeof TracedCall>

export const reportPage = endpoint(`POST ${TELEMETRY_PATH}`, {
  summary:
    'How the versions a page uses do. A canary that fails more often than what is live is taken back by it. Counts only with the token of a page.',
  status: 204,
  body: Type.Object({
    page: Type.Optional(
      Type.String({
        maxLength: 600,
        description: "The page's token: the entry `page` of the Server-Timing header it was served with",
      }),
    ),
    reports: Type.Array(PageReport, { maxItems: 20 }),
    ignored: Type.Optional(Type.Array(IgnoredFailure, { maxItems: 20 })),
    calls: Type.Optional(Type.Array(TracedCall, { maxItems: 20 })),
  }),
  bodyLimit: 16 * 1024,
  reply: NoContent,
})

/** Number of pages that a version prevented from being rendered on the server, and the reason for the last. */
export const UnrenderedPages = Type.Object({ pages: Type.Integer(), reason: Type.String() })
export type UnrenderedPages = Static<typeof UnrenderedPages>

/** An error of a version, its location, and the number of affected pages. */
export const VersionError = Type.Object({
  version,
  route: Type.String({ description: 'Template of the path' }),
  path: Type.Optional(Type.String({ description: 'Where it was seen first, if that page is public' })),
  kind: Type.Enum([...FAILURE_KINDS, 'render'], { description: 'render: on the server' }),
  message: Type.String({ description: 'Without what may be of a person' }),
  at: Type.Optional(Type.String({ description: 'File, line and column as deployed' })),
  source: Type.Optional(Type.String({ description: 'As written, where the source map was uploaded' })),
  count: Type.Integer({ description: 'Pages' }),
  first: Timestamp,
  last: Timestamp,
})
export type VersionError = Static<typeof VersionError>

const views = Type.Integer({ description: 'Pages that wanted it' })
const failures = Type.Integer({ description: 'How many of them failed' })

const Vitals = Type.Record(
  Type.String(),
  Type.Object({
    good: Type.Integer(),
    pages: Type.Integer(),
    p75: Type.Number({ description: 'What three of four pages keep within, to about a tenth' }),
  }),
  { description: 'By web vital: on how many pages it was measured, and on how many it was good' },
)
export type Vitals = Static<typeof Vitals>

/** Measurements of a version that pages reported. */
export const VersionMeasure = Type.Object({
  version,
  views,
  failures,
  routes: Type.Array(Type.Object({ route: Type.String(), views, failures, vitals: Type.Optional(Vitals) }), {
    description: 'By the template of the page, most failures first',
  }),
  course: Type.Array(Type.Object({ since: Timestamp, views, failures }), {
    description: 'By half hours in which a page reported',
  }),
  vitals: Vitals,
  unrendered: Type.Optional(UnrenderedPages),
  silent: Type.Optional(
    Type.Object(
      { pages: Type.Integer(), of: Type.Integer() },
      {
        description:
          'Pages that browsers opened and that never reported: they are frozen, white, or were closed at once',
      },
    ),
  ),
  notCounted: Type.Optional(
    Type.Record(Type.String(), Type.Integer(), {
      description: 'Pages whose failures say nothing about it, by the reason',
    }),
  ),
})
export type VersionMeasure = Static<typeof VersionMeasure>
