import { fork, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listMutants } from './mutants.cjs'

const repository = path.resolve(import.meta.dirname, '../../..')
const TRANSFORMER = path.join(import.meta.dirname, 'mutating-transformer.cjs')
const FAIL_FAST_ENVIRONMENT = path.join(import.meta.dirname, 'fail-fast-environment.cjs')
const WORKER = path.join(import.meta.dirname, 'mutant-worker.mjs')
const STORES = path.join(import.meta.dirname, 'jest-stores-serve.ts')
/** The least share of a module's mutants that its suites have to catch. */
const LEAST_SCORE = 0.85
// A fault that makes the code hang counts as caught.
const timeoutMs = 120_000

/**
 * Finds problems in a table of faults: a text that does not occur exactly once in its file would plant no fault, or a different
 * one from its name.
 */
export function checkFaults(folder, faults) {
  const names = new Set()
  return faults.flatMap(({ name, file, find, replace, suites }) => {
    const problems = []
    if (names.has(name)) problems.push(`"${name}" is in the table twice`)
    names.add(name)
    if (suites.length === 0) problems.push(`"${name}" names no suite`)
    if (find === replace) problems.push(`"${name}" changes nothing`)
    const count = readSource(folder, file).split(find).length - 1
    if (count !== 1) problems.push(`"${name}": its text occurs ${count} times in ${file}:\n  ${find}`)
    return problems
  })
}

function readSource(folder, file) {
  try {
    return readFileSync(path.join(folder, file), 'utf8')
  } catch {
    return ''
  }
}

/** Copies a workspace and links the installed packages; always to the same folder per clone, so that jest's cache stays valid. */
function copyWorkspace(folder) {
  const id = createHash('sha256').update(repository).digest('hex').slice(0, 12)
  const root = path.join(tmpdir(), `offquad-mutations-${id}`)
  const copy = path.join(root, folder)
  rmSync(copy, { recursive: true, force: true })
  rmSync(path.join(root, 'node_modules'), { force: true })
  mkdirSync(path.dirname(copy), { recursive: true })
  symlinkSync(path.join(repository, 'node_modules'), path.join(root, 'node_modules'), 'dir')
  cpSync(path.join(repository, folder), copy, {
    recursive: true,
    filter: (source) => !['node_modules', 'dist'].includes(path.basename(source)),
  })
  return copy
}

async function runSuites({ jest, copy, suites, env }) {
  const results = path.join(tmpdir(), `offquad-mutations-${process.pid}.json`)
  rmSync(results, { force: true })
  const config = JSON.stringify({ ...jest, rootDir: copy, displayName: undefined })
  const child = spawn(
    process.execPath,
    [
      path.join(repository, 'node_modules/jest/bin/jest.js'),
      '--config',
      config,
      '--runInBand',
      '--bail',
      '--forceExit',
      '--silent',
      '--json',
      `--outputFile=${results}`,
      '--testPathPatterns',
      ...suites,
    ],
    { cwd: copy, stdio: ['ignore', 'ignore', 'pipe'], env },
  )
  let report = ''
  child.stderr.on('data', (chunk) => (report += chunk))
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const [, signal] = await new Promise((resolve) => child.once('exit', (...outcome) => resolve(outcome)))
  clearTimeout(timer)
  if (signal) return { kind: 'caught', by: `timeout after ${timeoutMs / 1000} s` }
  // When Jest bails out before the last file, it ends without writing results.
  if (!existsSync(results)) {
    const failed = failedTestIn(report)
    return failed === undefined ? { kind: 'broken', by: report } : { kind: 'caught', by: failed }
  }
  const { numTotalTests, testResults } = JSON.parse(readFileSync(results, 'utf8'))
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  if (failed) return { kind: 'caught', by: failed.fullName }
  const broken = testResults.find(({ status }) => status === 'failed')
  if (broken) return { kind: 'broken', by: broken.message.split('\n').slice(0, 8).join('\n') }
  return numTotalTests === 0 ? { kind: 'broken', by: 'no test ran' } : { kind: 'survived' }
}

/** The first test that failed by Jest's report; undefined if none did, as when a suite failed to run. */
export const failedTestIn = (report) => /^ {2}● (.+ › .+)$/m.exec(report)?.[1]

/**
 * Plants the faults of a workspace's table, and every small fault there is in its modules.
 * @returns how many faults no test noticed, and how many modules are below LEAST_SCORE
 */
export async function runMutations({ folder, jest, faults = [], modules = [] }, { print, only }) {
  const survivors = faults.length > 0 ? await plantFaults({ folder, jest, faults }, { print, only }) : 0
  let below = 0
  for (const module of modules.filter(({ name }) => only.every((word) => name.includes(word))))
    if ((await scoreModule({ folder, jest, module }, print)) < LEAST_SCORE) below += 1
  return survivors + below
}

/** The share of a module's mutants that its suites notice. */
async function scoreModule({ folder, jest, module: { name, files, suites, equivalent = {} } }, print) {
  const root = path.join(repository, folder)
  const mutants = files.flatMap((file) =>
    listMutants(readFileSync(path.join(root, file), 'utf8')).map(({ line, label }, index) => ({
      label,
      where: `${file}:${line}`,
      id: `${path.join(root, file)}:${index}`,
    })),
  )
  checkEquivalents(name, mutants, equivalent)
  const stores = jest.globalSetup ? await startStores() : undefined
  const runner = createMutantRunner({ root, jest, files, suites, env: { ...process.env, ...stores?.env } })
  const counts = { caught: 0, timeout: 0, survived: 0 }
  try {
    await runner.runSound(name)
    for (const { id, label, where } of mutants.filter((mutant) => !equivalent[mutant.label])) {
      const { kind, by } = await runner.run(id)
      // The compiler notices these.
      if (kind === 'not a program') continue
      counts[kind] += 1
      print(
        kind === 'survived' ? `SURVIVED  ${where} ${label}` : `${kind.padEnd(9)} ${where} ${label}: ${by}`,
      )
    }
  } finally {
    runner.stop()
    await stores?.stop()
  }
  const killed = counts.caught + counts.timeout
  const total = killed + counts.survived
  const score = total === 0 ? 1 : killed / total
  print(
    `${name}: ${killed} of ${total} mutants killed (${counts.timeout} by a timeout), ${Math.floor(score * 100)} %; ${Object.keys(equivalent).length} more change nothing`,
  )
  return score
}

/** An explanation must be about one mutant that exists. */
function checkEquivalents(name, mutants, equivalent) {
  const problems = Object.keys(equivalent).flatMap((label) => {
    const count = mutants.filter((mutant) => mutant.label === label).length
    return count === 1 ? [] : [`${count} mutants are called "${label}"`]
  })
  if (problems.length > 0)
    throw new Error(`The table of "${name}" does not match the code:\n${problems.join('\n')}`)
}

/** What earlier runs leave behind in a process grows. */
const RUNS_PER_PROCESS = 25

/** Runs suites with one mutant after the other in a process that is replaced when it hangs or ends. */
function createMutantRunner({ root, jest, files, suites, env }) {
  const config = JSON.stringify({
    ...jest,
    transform: Object.fromEntries(
      Object.entries(jest.transform).map(([pattern, [, options]]) => [pattern, [TRANSFORMER, options]]),
    ),
    testEnvironment: FAIL_FAST_ENVIRONMENT,
    globalSetup: undefined,
    globalTeardown: undefined,
    displayName: undefined,
    rootDir: root,
  })
  let timeoutMs = 10 * 60_000
  let worker
  let runs = 0

  function stop() {
    worker?.kill('SIGKILL')
    worker = undefined
  }

  async function runOnce(mutant) {
    if (runs >= RUNS_PER_PROCESS) stop()
    if (!worker) {
      runs = 0
      worker = fork(WORKER, {
        cwd: root,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        env: {
          ...env,
          MUTANT_SUITES: JSON.stringify([root, config, suites]),
          MUTANT_FILES: JSON.stringify(files.map((file) => path.join(root, file))),
        },
      })
    }
    runs += 1
    const running = worker
    const outcome = await new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ kind: 'timeout', by: `${timeoutMs / 1000} s` }), timeoutMs)
      const settle = (result) => {
        clearTimeout(timer)
        running.off('message', settle)
        running.off('exit', ended)
        resolve(result)
      }
      const ended = () => settle({ kind: 'ended' })
      running.once('message', settle)
      running.once('exit', ended)
      running.send(mutant)
    })
    if (outcome.kind === 'timeout' || outcome.kind === 'ended') stop()
    return outcome
  }

  return {
    stop,
    /** Runs the suites as they are, twice; the time of the second run bounds that of the runs with a mutant. */
    async runSound(name) {
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        const startedAt = Date.now()
        const { kind, by } = await runOnce(null)
        if (kind !== 'survived')
          throw new Error(`Without a fault the suites of "${name}" must pass: ${by ?? kind}`)
        timeoutMs = 10_000 + 5 * (Date.now() - startedAt)
      }
    },
    async run(mutant) {
      const outcome = await runOnce(mutant)
      if (outcome.kind !== 'ended') return outcome
      // What an earlier mutant left behind may have ended the process.
      const again = await runOnce(mutant)
      return again.kind === 'ended' ? { kind: 'caught', by: 'the process ended' } : again
    },
  }
}

/** One MongoDB and one Redis for all runs: starting them takes longer than the suites. */
async function startStores() {
  const child = spawn(process.execPath, ['--import', 'tsx', STORES], {
    cwd: repository,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return {
    env: JSON.parse(line),
    stop: async () => {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

/**
 * Plants one fault after the other in a copy of a workspace and runs suites until one fails: first those listed with the
 * fault, then all suites of the workspace.
 * @returns the number of faults that no test caught
 */
async function plantFaults({ folder, jest, faults }, { print, only }) {
  const problems = checkFaults(path.join(repository, folder), faults)
  if (problems.length > 0) throw new Error(`The table does not match the code:\n${problems.join('\n')}`)
  const chosen = faults.filter(({ name }) => only.every((word) => name.includes(word)))
  if (chosen.length === 0) return 0
  const copy = copyWorkspace(folder)
  // Without MONGODB_URI the suites start their own server; an external one would not contain the fault.
  const env = { ...process.env }
  delete env.MONGODB_URI
  const all = [...new Set(chosen.flatMap(({ suites }) => suites))]
  const baseline = await runSuites({ jest, copy, suites: all, env })
  if (baseline.kind !== 'survived') throw new Error(`The suites fail without a fault: ${baseline.by}`)
  const survivors = []
  for (const { name, file, find, replace, suites } of chosen) {
    const source = path.join(copy, file)
    const text = readFileSync(source, 'utf8')
    // A function, so that $& in the replacement is not special.
    writeFileSync(
      source,
      text.replace(find, () => replace),
    )
    let outcome = await runSuites({ jest, copy, suites, env })
    if (outcome.kind === 'survived') outcome = await runSuites({ jest, copy, suites: ['.'], env })
    writeFileSync(source, text)
    if (outcome.kind === 'broken') throw new Error(`With "${name}" the code does not run: ${outcome.by}`)
    print(outcome.kind === 'caught' ? `caught    ${name}: ${outcome.by}` : `SURVIVED  ${name} (${file})`)
    if (outcome.kind === 'survived') survivors.push(name)
  }
  print(`${chosen.length - survivors.length} of ${chosen.length} faults caught`)
  return survivors.length
}
