import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zipSync } from 'fflate'
import { openFeedFiles } from '../src/geography/transit/feed-files'
import { readDay } from '../src/geography/transit/feed-values'
import { readTimetable } from '../src/geography/transit/read-timetable'

/** A feed with three lines around the landmarks, of which one runs at night only. */
export const GTFS_FOLDER = path.join(__dirname, 'fixtures/gtfs')

/** Files to replace, or null to leave out. */
export type FeedChanges = Record<string, string | null>

async function readFeed(changes: FeedChanges): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const name of await readdir(GTFS_FOLDER))
    files.set(name, await readFile(path.join(GTFS_FOLDER, name), 'utf8'))
  for (const [name, text] of Object.entries(changes))
    if (text === null) files.delete(name)
    else files.set(name, text)
  return files
}

const folders: string[] = []
afterAll(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))))

/** The path of an empty folder, which is removed after the suite. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gtfs-'))
  folders.push(folder)
  return folder
}

/** The path of a folder with the feed, which is removed after the suite. */
export async function feedFolder(changes: FeedChanges = {}): Promise<string> {
  const folder = await temporaryFolder()
  for (const [name, text] of await readFeed(changes)) await writeFile(path.join(folder, name), text)
  return folder
}

/** The path of a zip file with the feed, which is removed after the suite. */
export async function feedZip(changes: FeedChanges = {}): Promise<string> {
  const file = path.join(await temporaryFolder(), 'feed.zip')
  const entries = [...(await readFeed(changes))].map(([name, text]) => [name, Buffer.from(text)] as const)
  await writeFile(file, zipSync(Object.fromEntries(entries)))
  return file
}

export const day = (text: string): number => readDay(text.replaceAll('-', ''), 'day')

/** The timetable of a feed as a service reads it that starts on November 24, 2026, a Tuesday. */
export async function timetableAt(location: string, today = '2026-11-24') {
  const feed = await openFeedFiles(location)
  try {
    return await readTimetable(feed, day(today))
  } finally {
    feed.close()
  }
}
