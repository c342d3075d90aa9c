import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint'
import { PublishedApp } from './remotes'
import { NoContent } from './shapes'

const { app, version } = PublishedApp.properties

/** How fast and steady a page is for who looks at it (web.dev/articles/vitals). */
export const WEB_VITALS = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const
export const VITAL_RATINGS = ['good', 'needs-improvement', 'poor'] as const
export type WebVital = (typeof WEB_VITALS)[number]
export type VitalRating = (typeof VITAL_RATINGS)[number]

/** What a page says of a version it uses: nothing about who looks at it, or at what. */
export const PageReport = Type.Union([
  Type.Object({
    ...{ app, version },
    kind: Type.Enum(['view', 'error', 'load-failure'], {
      description: 'It is wanted; it threw; it could not be loaded. Each at most once for a page',
    }),
  }),
  Type.Object({
    ...{ app, version },
    kind: Type.Literal('vital', { description: 'How a page that was opened did, whose remote this is' }),
    name: Type.Enum([...WEB_VITALS]),
    rating: Type.Enum([...VITAL_RATINGS]),
  }),
])
export type PageReport = Static<typeof PageReport>

export const reportPage = endpoint({
  method: 'POST',
  path: '/api/telemetry',
  summary: 'How the versions a page uses do. A canary that does worse than what is live is taken back by it.',
  status: 204,
  body: Type.Object({ reports: Type.Array(PageReport, { minItems: 1, maxItems: 20 }) }),
  bodyLimit: 8 * 1024,
  reply: NoContent,
  problems: [429],
})

/** What pages said of a version: of `views` pages that wanted it `failures` failed. */
export const VersionMeasure = Type.Object({
  version,
  views: Type.Integer(),
  failures: Type.Integer(),
  vitals: Type.Record(Type.String(), Type.Object({ good: Type.Integer(), pages: Type.Integer() }), {
    description: 'By web vital: how many pages were asked, and for how many it was good',
  }),
})
export type VersionMeasure = Static<typeof VersionMeasure>
