// The one door: which versions the gateway serves, whom it serves them to, and the calls that change it.
export { rollBackStored } from './deploys/stored-rollback'
export { isReserved } from './gate/reserved-paths'
export { createRouteTable, type RemoteRoute } from './gate/route-patterns'
export { openReleases, type Releases } from './releases'
export { type LoadedVersion, type Remote } from './site/load-version'
export { type ShownVersions } from './site/load-site'
export { type ShellPage } from './site/shell-page'
export { type Visitor } from './visitors/visitors'
