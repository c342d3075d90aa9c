import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type University } from '@offquad/contracts'
import { demoAccounts, writeTimetable } from '@offquad/demo-data'
import { findApps } from '../build/apps'
import { dataDirectory, environment, REPOSITORY, wantsDemoData } from '../config'
import { ensureDeployTokens } from './deploy-tokens'
import { isFirstDataLoaded } from './first-data-state'
import { readUniversity } from './university'

/** Facts that the start command needs before it starts anything. */
export interface Preparation {
  emailDomain: string
  /** Offered by the stand-in for Google. */
  accounts: { email: string; name: string }[]
  /** Folder of the demo's buses. */
  timetable?: string | undefined
}

/** Writes what the processes of the platform read when they start. */
export async function prepare(): Promise<Preparation> {
  const dataDir = dataDirectory()
  const frontends = findApps().filter(({ kind }) => kind === 'frontend')
  await ensureDeployTokens(
    dataDir,
    frontends.map(({ folder }) => ({ app: folder })),
  )
  // The gateway's.
  await mkdir(path.join(dataDir, 'mf'), { recursive: true })
  const university = await readUniversity()
  return {
    emailDomain: university.emailDomain,
    accounts: demoAccounts(university.emailDomain),
    timetable: await demoTimetable(dataDir, university),
  }
}

/**
 * The folder of the demo's invented buses; undefined where the listings are not those of the demo. It is written before the
 * first start's data: services read it when they start.
 */
async function demoTimetable(dataDir: string, university: University): Promise<string | undefined> {
  const folder = path.join(dataDir, 'demo/gtfs')
  const isDemo = !environment().GOOGLE_CLIENT_ID && wantsDemoData()
  if (isDemo && !isFirstDataLoaded(dataDir))
    await writeTimetable(path.join(REPOSITORY, 'tools/demo-data/buses'), folder, university)
  return existsSync(folder) ? folder : undefined
}
