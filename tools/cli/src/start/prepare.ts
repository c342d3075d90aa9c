import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { demoAccounts } from '@offquad/demo-data'
import { type App } from '../build/apps'
import { buildApps } from '../build/build-apps'
import { dataDirectory, environment } from '../config'
import { print } from '../terminal'
import { demoTimetable } from './demo-timetable'
import { ensureDeployTokens } from './deploy-tokens'
import { STORES } from './stages'
import { readUniversity } from './university'
import { writeRedisUsers } from './write-redis-users'

/** What the start command needs to know before it starts anything. */
export interface Preparation {
  emailDomain: string
  /** Offered by the stand-in for Google. */
  accounts: { email: string; name: string }[]
  /** Folder of the demo's buses. */
  timetable?: string | undefined
}

/** Builds the product from this folder, and prints a `Preparation` as JSON. */
export async function prepare(): Promise<void> {
  const dataDir = dataDirectory()
  const apps = await buildUntilStopped()
  const frontends = apps.filter(({ kind }) => kind === 'frontend')
  await ensureDeployTokens(
    dataDir,
    frontends.map(({ folder }) => ({ app: folder })),
  )
  await writeRedisUsers(dataDir)
  // The gateway's.
  await mkdir(path.join(dataDir, 'mf'), { recursive: true })
  const university = await readUniversity()
  const preparation: Preparation = {
    emailDomain: university.emailDomain,
    accounts: demoAccounts(university.emailDomain),
    timetable: await demoTimetable(dataDir, { university, isDemo: !environment().GOOGLE_CLIENT_ID }),
  }
  print(JSON.stringify(preparation))
}

function buildUntilStopped(): Promise<App[]> {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  return buildApps(stopping.signal, undefined, { done: 0.75, next: STORES.step }).catch((error: unknown) => {
    // The start command was stopped and reports that itself.
    if (stopping.signal.aborted) process.exit(1)
    throw error
  })
}
