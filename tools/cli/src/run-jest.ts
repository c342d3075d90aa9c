import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { environment, REPOSITORY } from './config'

export interface Outcome {
  passed: number
  /** A line for each failure, with the test's file. */
  failures: string[]
  /** Files of tests that were skipped. */
  skipped: string[]
  suites: SuiteTime[]
}

export interface SuiteTime {
  /** Its file from the repository's root. */
  suite: string
  seconds: number
}

export const JEST = path.join(REPOSITORY, 'node_modules/jest/bin/jest.js')

/** Temporary files of tools, which use them again. */
const MAY_STAY = ['node-compile-cache', 'tsx-']

/** Runs jest in a process of its own, with its report on standard error. */
export async function runJest(args: string[], added: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'offquad-test-'))
  const results = path.join(folder, 'results.json')
  // The suites' own folder for temporary files, which shows what they leave behind.
  const temporary = path.join(folder, 'tmp')
  await mkdir(temporary)
  // A test that fails before it closes what it opened must not keep the run from ending.
  const cache = ['--cacheDirectory', path.join(tmpdir(), 'offquad-jest')]
  const reporting = ['--forceExit', '--json', `--outputFile=${results}`]
  const child = spawn(process.execPath, [JEST, ...args, ...cache, ...reporting], {
    cwd: REPOSITORY,
    env: { ...environment(), TMPDIR: temporary, ...added },
    // The report goes to standard error, the JSON of --json to standard output, where nobody needs it.
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  try {
    const outcome = await readOutcome(results, code)
    return { ...outcome, failures: [...outcome.failures, ...(await leftBehind(temporary))] }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A line for each kind of temporary file that the suites have not removed. */
async function leftBehind(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !MAY_STAY.some((start) => name.startsWith(start)))
  const kinds = countEach(names.map((name) => name.replace(/\w{6}$/, '…')))
  return [...kinds].map(([kind, count]) => `suites left temporary files behind: ${count} times ${kind}`)
}

interface JestResults {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

// A suite that could not even start counts as a failure, and so does a runner that ended without a report.
async function readOutcome(file: string, code: number | null): Promise<Outcome> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (!text) return { passed: 0, failures: ['jest ended without a report'], skipped: [], suites: [] }
  const { numPassedTests, testResults } = JSON.parse(text) as JestResults
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const suite = suiteOf(name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${suite}: the suite did not run`] : []
    return failed.map(
      ({ fullName, failureMessages: [message = ''] }) => `${suite}: ${fullName}\n${firstLinesOf(message)}`,
    )
  })
  if (failures.length === 0 && code !== 0) failures.push(`jest exited with ${code}`)
  const skipped = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'pending').map(() => suiteOf(name)),
  )
  const suites = testResults.map(({ name, startTime, endTime }) => ({
    suite: suiteOf(name),
    seconds: (endTime - startTime) / 1000,
  }))
  return { passed: numPassedTests, failures, skipped, suites }
}

const suiteOf = (file: string): string => path.relative(REPOSITORY, file).replaceAll(path.sep, '/')

export function countEach(texts: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

const firstLinesOf = (message: string) =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 6)
    .map((line) => `    ${line}`)
    .join('\n')
