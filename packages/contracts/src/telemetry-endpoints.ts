import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint'
import { PublishedApp } from './remotes'
import { NoContent } from './shapes'

/** What a page says of a version it uses: nothing about who looks at it, or at what. */
export const PageReport = Type.Object({
  app: PublishedApp.properties.app,
  version: PublishedApp.properties.version,
  kind: Type.Enum(['view', 'error', 'load-failure'], {
    description: 'It is wanted; it threw; it could not be loaded. Each at most once for a page',
  }),
})
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
