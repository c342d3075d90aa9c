import path from 'node:path'
import { type App } from '../build/apps'
import { buildApps } from '../build/build-apps'
import { describeBuild } from '../build/describe-build'
import { publishApps, type UnpublishedBuild } from '../build/publish-apps'
import { ensureDeployTokens } from './deploy-tokens'

/**
 * Builds the product from this folder and publishes its frontends in the data folder.
 * @param options.isForced replaces whatever is live
 * @returns those that were not published, because another version is live
 */
export async function publishFrontends(
  dataDir: string,
  { isForced }: { isForced: boolean },
): Promise<UnpublishedBuild[]> {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  const apps = await buildApps(stopping.signal).catch((error: unknown) => {
    // The start command was stopped and reports that itself.
    if (stopping.signal.aborted) process.exit(1)
    throw error
  })
  const builds = await describeFrontends(apps)
  const publication = await publishApps(builds, path.join(dataDir, 'mf'), { isForced })
  await ensureDeployTokens(dataDir, publication.apps)
  return publication.unpublished
}

const describeFrontends = (apps: App[]) =>
  Promise.all(apps.filter(({ kind }) => kind === 'frontend').map(describeBuild))
