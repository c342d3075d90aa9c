import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getAreaReviewCount, pathOf, type University } from '@offquad/contracts'
import {
  loadDemoActivity,
  loadDemoGuides,
  loadDemoList,
  signInDemoUsers,
  writeImportFiles,
} from '@offquad/demo-data'
import { importFiles, type ImportFiles } from '@offquad/operations'
import { CommandFailure } from '../command-failure'
import { dataDirectory, REPOSITORY, wantsDemoData } from '../config'
import { sayStep } from '../terminal'
import { accessTokenFor } from '../token'
import { recordFirstData } from './first-data-state'
import { readRunFile, type RunFile } from './run-file'
import { DATA } from './stages'
import { readUniversity } from './university'

/**
 * Loads the frequent questions and, unless DEMO_DATA is none, the demo data into the running platform. Repeated after an attempt
 * that was interrupted: nothing is added twice.
 */
export async function loadFirstData(): Promise<void> {
  const dataDir = dataDirectory()
  const run = await readRunFile(dataDir)
  sayStep(wantsDemoData() ? 'first start: loading the demo data' : 'first start: without demo data', DATA)
  await importFirst({ faqs: path.join(REPOSITORY, 'config/faqs.json') }, run)
  if (wantsDemoData()) await loadDemoData(dataDir, run)
  await recordFirstData(dataDir)
}

async function loadDemoData(dataDir: string, run: RunFile): Promise<void> {
  const university = await readUniversity()
  const platform = {
    url: run.url,
    emailDomain: run.emailDomain,
    signIn: (email: string) => accessTokenFor(email, run),
  }
  const pictures = path.join(REPOSITORY, 'tools/demo-data/pictures')
  const users = await signInDemoUsers(platform, pictures)
  const { files, numApartmentReviews } = await writeImportFiles({
    folder: path.join(dataDir, 'demo'),
    pictures,
    mediaFolder: path.join(dataDir, 'media'),
    university,
    authors: users.authors,
  })
  await importFirst(files, run)
  await loadDemoActivity(platform, users)
  await loadDemoList(platform, users.tokens)
  await loadDemoGuides(platform, path.join(REPOSITORY, 'tools/demo-data/guides'))
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
