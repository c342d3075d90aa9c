import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createTeam } from '@offquad/service-kit/testing/deploy-team'
import { type Platform, REPOSITORY, startPlatform } from './processes'
import { approveReview, countedReviews, submitReview } from './recount'
import { print } from './report'
import { signIn } from './writing'

const ROUNDS = 5
/** Between a request and what it leaves to do after its response. */
const SETTLED_MS = 300
const POLL_MS = 20

/** Where the functions start that have run, in one bundle of a process. */
interface Ran {
  url: string
  starts: number[]
}

/** An action in the product, with the most files of ours that may run for it. */
interface Action {
  name: string
  most: number
  /** The processes that take part; all by default. */
  within?: RegExp
  act(): Promise<unknown>
}

const folder = await mkdtemp(path.join(tmpdir(), 'offquad-files-'))
const hook = pathToFileURL(path.join(import.meta.dirname, 'take-coverage.mjs'))
const platform = await startPlatform({
  COVERAGE_DIR: folder,
  NODE_OPTIONS: `--import=${hook.href}`,
})
async function actionsOn({ url, dataDir }: Platform): Promise<Action[]> {
  const team = createTeam({ url, dataDir, repository: REPOSITORY }, 'mfe-account')
  let deploys = 0
  const [author, admin] = [await signIn(platform, 'bench'), await signIn(platform, 'admin')]
  return [
    {
      name: 'a search',
      most: 90,
      act: async () => (await fetch(`${url}/search?q=oak+street+${Math.random()}`)).text(),
    },
    {
      name: 'a review until its count',
      most: 85,
      async act() {
        const before = await countedReviews(url)
        const id = await submitReview(url, author)
        await approveReview(url, admin, id)
        while ((await countedReviews(url)) === before) await delay(POLL_MS)
      },
    },
    {
      name: 'a deploy of a new version',
      most: 50,
      // The services hear nothing of it, and a deploy takes long enough for their own timers.
      within: /^gateway/,
      act: () => team.deployCopy({ version: `9.0.${(deploys += 1)}` }),
    },
  ]
}

/** Prints how many of our files ran, in the round with the fewest: others have work in the background beside them. */
async function measure({ name, most, within = /^(gateway|svc-)/, act }: Action): Promise<boolean> {
  await act()
  let fewest: string[] | undefined
  for (let round = 0; round < ROUNDS; round += 1) {
    await delay(SETTLED_MS)
    await takeCoverage(within)
    await act()
    await delay(SETTLED_MS)
    const files = await filesIn(await takeCoverage(within))
    if (!fewest || files.length < fewest.length) fewest = files
  }
  const files = fewest ?? []
  print(`\nFiles that run for ${name}: ${files.length} (bar: ${most})`)
  for (const file of files) print(`  ${file}`)
  return files.length <= most
}

/** The code that these processes have run since the last call. */
async function takeCoverage(within: RegExp): Promise<Ran[]> {
  const pids = platform.processes.filter(({ name }) => within.test(name)).map(({ pid }) => pid)
  for (const file of await readdir(folder)) await rm(path.join(folder, file))
  for (const pid of pids) process.kill(pid, 'SIGWINCH')
  return (await Promise.all(pids.map(readReport))).flat()
}

async function readReport(pid: number): Promise<Ran[]> {
  for (;;)
    try {
      return JSON.parse(await readFile(path.join(folder, `${pid}.json`), 'utf8')) as Ran[]
    } catch {
      // Not written completely.
      await delay(POLL_MS)
    }
}

/** Our files of which a function ran, by the source maps of the bundles. */
async function filesIn(ran: Ran[]): Promise<string[]> {
  const files = new Set<string>()
  for (const { url, starts } of ran) {
    const sourceOf = await readSourceMap(url)
    for (const start of starts) {
      const source = sourceOf?.(start)
      if (source && !source.startsWith('tools/') && !source.includes('node_modules')) files.add(source)
    }
  }
  return [...files].sort()
}

type SourceAt = (offset: number) => string | undefined
const sourceMaps = new Map<string, SourceAt | undefined>()

async function readSourceMap(url: string): Promise<SourceAt | undefined> {
  if (!sourceMaps.has(url)) sourceMaps.set(url, await parseSourceMap(url))
  return sourceMaps.get(url)
}

async function parseSourceMap(url: string): Promise<SourceAt | undefined> {
  if (!url.startsWith('file:')) return undefined
  const bundle = fileURLToPath(url)
  if (!bundle.startsWith(REPOSITORY) || !existsSync(`${bundle}.map`)) return undefined
  const map = new SourceMap(JSON.parse(await readFile(`${bundle}.map`, 'utf8')) as SourceMapPayload)
  const starts = [0]
  const text = await readFile(bundle, 'utf8')
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset)
    const entry = map.findEntry(line, offset - (starts[line] ?? 0))
    if (!('originalSource' in entry)) return undefined
    return path.relative(REPOSITORY, path.resolve(path.dirname(bundle), entry.originalSource))
  }
}

try {
  const isWithin: boolean[] = []
  for (const action of await actionsOn(platform)) isWithin.push(await measure(action))
  process.exitCode = isWithin.includes(false) ? 1 : 0
} finally {
  await platform.stop()
  await rm(folder, { recursive: true, force: true })
}
