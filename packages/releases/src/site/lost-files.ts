import path from 'node:path'
import { type PublishedApp, REMOTE_MANIFEST, versionsOf } from '@offquad/contracts'
import { type ServedSite, type SiteProblem } from './assemble-site'
import { exists } from './exists'
import { readFirstFiles } from './load-version'

/** The first file that a version's pages need and its folder lacks; undefined when it has all of them. */
export async function findLostFile(folder: string, app: PublishedApp): Promise<string | undefined> {
  if (app.app === 'shell') return firstMissing(folder, ['index.html', REMOTE_MANIFEST])
  const { scripts, pages } = (await readFirstFiles(folder).catch(() => undefined)) ?? {}
  return firstMissing(folder, [REMOTE_MANIFEST, ...(scripts ?? []), ...Object.values(pages ?? {}).flat()])
}

async function firstMissing(folder: string, files: string[]): Promise<string | undefined> {
  for (const file of files) if (!(await exists(path.join(folder, file)))) return file
  return undefined
}

/** Problems of a site: the ones found when it was loaded, and files that have been lost since. */
export async function problemsNow(
  { apps, problems }: Pick<ServedSite, 'apps' | 'problems'>,
  folder: string,
): Promise<SiteProblem[]> {
  const isKnown = ({ app, version }: PublishedApp) =>
    problems.some((problem) => problem.app === app && problem.version === version)
  const versions = apps.flatMap(versionsOf).filter((version) => !isKnown(version))
  const lost = await Promise.all(
    versions.map(async (version): Promise<SiteProblem[]> => {
      const file = await findLostFile(path.join(folder, version.app, version.version), version)
      if (file === undefined) return []
      return [{ app: version.app, version: version.version, message: `${file} is missing`, isServed: true }]
    }),
  )
  return [...problems, ...lost.flat()]
}
