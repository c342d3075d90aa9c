import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { demoAccounts } from '@offquad/demo-data'
import { findApps } from '../build/apps'
import { buildApps } from '../build/build-apps'
import { dataDirectory, environment } from '../config'
import { print } from '../terminal'
import { demoTimetable } from './demo-timetable'
import { ensureDeployTokens } from './deploy-tokens'
import { PROCESSES } from './stages'
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

/** Builds what runs as a process, and prints a `Preparation` as JSON. */
export async function prepare(): Promise<void> {
  const dataDir = dataDirectory()
  const apps = findApps()
  await buildApps(
    apps.filter(({ kind }) => kind === 'process'),
    PROCESSES,
  )
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
