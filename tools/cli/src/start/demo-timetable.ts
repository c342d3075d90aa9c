import { existsSync } from 'node:fs'
import path from 'node:path'
import { type University } from '@offquad/contracts'
import { writeTimetable } from '@offquad/demo-data'
import { wantsDemoData } from '../config'
import { isFirstDataLoaded } from './first-data-state'

/**
 * The folder of the demo's invented buses; undefined where the listings are not those of the demo. It is written before the
 * first start's data: services read it when they start.
 */
export async function demoTimetable(
  dataDir: string,
  { university, isDemo }: { university: University; isDemo: boolean },
): Promise<string | undefined> {
  const folder = path.join(dataDir, 'demo/gtfs')
  if (!(await isFirstDataLoaded(dataDir)) && isDemo && wantsDemoData())
    await writeTimetable(folder, university)
  return existsSync(folder) ? folder : undefined
}
