import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getAreaReviewCount, pathOf, type University } from '@offquad/contracts'
import { loadDemoActivity, signInDemoUsers, writeImportFiles } from '@offquad/demo-data'
import { importFiles, type ImportFiles } from '@offquad/operations'
import { CommandFailure } from '../command-failure'
import { REPOSITORY, wantsDemoData } from '../config'
import { sayStep } from '../terminal'
import { accessTokenFor } from '../token'
import { type RunFile } from './run-file'

/** Loads the frequent questions on the first start and, unless DEMO_DATA is none, the demo data. */
export async function loadFirstData(dataDir: string, run: RunFile): Promise<void> {
  const file = path.join(dataDir, 'state.json')
  // Repeated after a start that was interrupted; nothing is added twice.
  if (await isLoaded(file)) return
  sayStep(
    wantsDemoData() ? 'first start: drawing and loading the demo data' : 'first start: without demo data',
  )
  await importFirst({ faqs: path.join(REPOSITORY, 'config/faqs.json') }, run)
  if (wantsDemoData()) await loadDemoData(dataDir, run)
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, JSON.stringify({ hasDemoData: true }))
}

async function loadDemoData(dataDir: string, run: RunFile): Promise<void> {
  const university = await readUniversity()
  const platform = {
    url: run.url,
    emailDomain: run.emailDomain,
    signIn: (email: string) => accessTokenFor(email, run),
  }
  const users = await signInDemoUsers(platform)
  const { files, numApartmentReviews } = await writeImportFiles({
    folder: path.join(dataDir, 'demo'),
    mediaFolder: path.join(dataDir, 'media'),
    university,
    authors: users.authors,
  })
  await importFirst(files, run)
  await loadDemoActivity(platform, users)
  await waitForCounts(run.url, university, numApartmentReviews)
}

async function importFirst(files: ImportFiles, run: RunFile): Promise<void> {
  const reports = await importFiles({ url: run.url, token: () => adminTokenFor(run) }, files, {
    isDryRun: false,
    onProgress: ({ kind, rows, isDone }) => isDone && sayStep(`${kind}: ${rows} rows`),
  })
  const rejected = reports.flatMap((report) => report.rejected)
  if (rejected.length > 0)
    throw new CommandFailure(`The first data was not accepted: ${JSON.stringify(rejected.slice(0, 3))}`)
}

const adminTokenFor = (run: RunFile): Promise<string> => accessTokenFor(`admin@${run.emailDomain}`, run)

const PATIENCE_MS = 30_000

const readUniversity = async () =>
  JSON.parse(await readFile(path.join(REPOSITORY, 'config/university.json'), 'utf8')) as University

/** Waits until the workers have counted the reviews, so that the first page is the same as every later one. */
async function waitForCounts(url: string, university: University, expected: number): Promise<void> {
  const areas = [...university.areas.map(({ id }) => id), 'OTHER']
  const deadline = Date.now() + PATIENCE_MS
  while ((await countReviews(url, areas)) < expected) {
    if (Date.now() > deadline) return sayStep('the reviews are still being counted')
    await delay(100)
  }
}

async function countReviews(url: string, areas: string[]): Promise<number> {
  const counts = await Promise.all(
    areas.map(async (area) => {
      const response = await fetch(url + pathOf(getAreaReviewCount, { area }))
      return ((await response.json()) as { count: number }).count
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

async function isLoaded(file: string): Promise<boolean> {
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
