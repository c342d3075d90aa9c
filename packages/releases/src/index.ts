// The one door: which versions the gateway serves, whom it serves them to, and the calls that change it.
export { rollBackStored } from './deploys/stored-rollback'
export { isReserved } from './gate/reserved-paths'
export { createRouteTable, type RemoteRoute } from './gate/route-patterns'
export { openReleases, type Releases } from './releases'
export {
  HEAD_MARKER,
  type LoadedVersion,
  NO_MANIFESTS_MARKER,
  PAGE_DATA_MARKER,
  type Remote,
} from './site/load-version'
export { type ShownVersions } from './site/load-site'
export { type Visitor } from './visitors/visitors'
