import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { CommandFailure } from '../command-failure'
import { writeWhole } from './write-whole'

const fileOf = (dataDir: string) => path.join(dataDir, 'state.json')

/**
 * Whether a start has loaded the first data completely.
 * @throws CommandFailure when the file that says so is damaged
 */
export async function isFirstDataLoaded(dataDir: string): Promise<boolean> {
  const file = fileOf(dataDir)
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return false
  try {
    return (JSON.parse(text) as { hasDemoData: boolean }).hasDemoData
  } catch {
    throw new CommandFailure(
      `${file} is damaged: delete it to load the demo data again, or the whole folder to begin anew.`,
    )
  }
}

export const recordFirstData = (dataDir: string): Promise<void> =>
  writeWhole(fileOf(dataDir), JSON.stringify({ hasDemoData: true }))
