import { existsSync } from 'node:fs'
import path from 'node:path'
import { writeWhole } from './write-whole'

const fileOf = (dataDir: string) => path.join(dataDir, 'state.json')

/** Whether a start has loaded the first data completely. */
export const isFirstDataLoaded = (dataDir: string): boolean => existsSync(fileOf(dataDir))

export const recordFirstData = (dataDir: string): Promise<void> =>
  writeWhole(fileOf(dataDir), JSON.stringify({ hasDemoData: true }))
