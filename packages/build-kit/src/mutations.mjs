import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listMutants } from './mutants.cjs'

const repository = path.resolve(import.meta.dirname, '../../..')
const TRANSFORMER = path.join(import.meta.dirname, 'mutating-transformer.cjs')
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
  if (!existsSync(results)) return { kind: 'broken', by: report }
  const { numTotalTests, testResults } = JSON.parse(readFileSync(results, 'utf8'))
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  if (failed) return { kind: 'caught', by: failed.fullName }
  const broken = testResults.find(({ status }) => status === 'failed')
  if (broken) return { kind: 'broken', by: broken.message.split('\n').slice(0, 8).join('\n') }
  return numTotalTests === 0 ? { kind: 'broken', by: 'no test ran' } : { kind: 'survived' }
}

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
  const transform = Object.fromEntries(
    Object.entries(jest.transform).map(([pattern, [, options]]) => [pattern, [TRANSFORMER, options]]),
  )
  const stores = jest.globalSetup ? await startStores() : undefined
  const run = (env) =>
    runSuites({
      jest: { ...jest, transform, globalSetup: undefined, globalTeardown: undefined },
      copy: root,
      suites,
      env: { ...process.env, ...stores?.env, ...env },
    })
  const sound = await run({})
  if (sound.kind !== 'survived')
    throw new Error(`Without a fault the suites of "${name}" must pass: ${sound.by}`)
  let [killed, total] = [0, 0]
  for (const file of files) {
    const source = path.join(root, file)
    for (const [index, { line, label }] of listMutants(readFileSync(source, 'utf8')).entries()) {
      if (equivalent[label]) continue
      const outcome = await run({ MUTANT_FILE: source, MUTANT_INDEX: String(index) })
      total += 1
      // A module that cannot be loaded is noticed, too.
      if (outcome.kind === 'survived') print(`SURVIVED  ${file}:${line} ${label}`)
      else killed += 1
    }
  }
  await stores?.stop()
  const score = total === 0 ? 1 : killed / total
  print(`${name}: ${killed} of ${total} mutants killed, ${Math.floor(score * 100)} %`)
  return score
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
