// The public interface of the control plane: what is deployed and live, who sees other versions, and how versions perform.
// The edge imports nothing else from it, and it imports nothing from the edge.
export { readDeployTokens } from './deploys/deploy-tokens'
export { serveDeploys } from './deploys/deploys.routes'
export { type DeploysConnection, openDeploys } from './deploys/open-deploys'
export { rollBackStored } from './deploys/stored-rollback'
export { type Preview } from './deploys/site-state'
export { developerTokenIn, isOfDeveloper, serveOverrides } from './overrides.routes'
export {
  assembleSite,
  describeProblem,
  liveAppOf,
  type ServedApp,
  type ServedSite,
  type SiteProblem,
} from './registry/assemble-site'
export {
  HEAD_MARKER,
  type LoadedVersion,
  loadVersion,
  NO_MANIFESTS_MARKER,
  PAGE_DATA_MARKER,
  type Remote,
} from './registry/load-version'
export { type LastRuns, openLastRuns } from './registry/last-runs'
export { problemsNow } from './registry/lost-files'
export {
  entryOf,
  publishedOf,
  readEntries,
  type RegistryEntry,
  writeRegistry,
} from './registry/registry-file'
export { createRouteTable, findRouteCollisions, type RemoteRoute } from './registry/route-patterns'
export { followRegistry, type RegistryFollower } from './registry/follow-registry'
export { createPageTokens, namesOf, pageTokenHeader, type PageTokens } from './telemetry/page-tokens'
export { openReportLedger, type ReportLedger } from './telemetry/report-ledger'
export { serveTelemetry } from './telemetry/telemetry.routes'
