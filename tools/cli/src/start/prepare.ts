import { demoAccounts } from '@offquad/demo-data'
import { type UnpublishedBuild } from '../build/publish-apps'
import { dataDirectory, environment } from '../config'
import { print } from '../terminal'
import { demoTimetable } from './demo-timetable'
import { publishFrontends } from './publish-frontends'
import { readUniversity } from './university'

/** What the start command needs to know before it starts anything. */
export interface Preparation {
  emailDomain: string
  unpublished: UnpublishedBuild[]
  /** Offered by the stand-in for Google. */
  accounts: { email: string; name: string }[]
  /** Folder of the demo's buses. */
  timetable?: string | undefined
}

/**
 * Builds the product from this folder, publishes its frontends in the data folder, and prints a `Preparation` as JSON.
 * @param args `publish` replaces whatever frontends are live
 */
export async function prepare(args: string[]): Promise<void> {
  const dataDir = dataDirectory()
  const unpublished = await publishFrontends(dataDir, { isForced: args.includes('publish') })
  const university = await readUniversity()
  const preparation: Preparation = {
    emailDomain: university.emailDomain,
    unpublished,
    accounts: demoAccounts(university.emailDomain),
    timetable: await demoTimetable(dataDir, { university, isDemo: !environment().GOOGLE_CLIENT_ID }),
  }
  print(JSON.stringify(preparation))
}
