import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const repository = path.resolve(import.meta.dirname, '../../..')
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

async function runSuites({ jest, copy, suites }) {
  const results = path.join(copy, '..', `${path.basename(copy)}-results.json`)
  rmSync(results, { force: true })
  const config = JSON.stringify({ ...jest, rootDir: copy, displayName: undefined })
  // Without MONGODB_URI the suites start their own server; an external one would not contain the fault.
  const env = { ...process.env }
  delete env.MONGODB_URI
  const child = spawn(
    process.execPath,
    [
      path.join(repository, 'node_modules/jest/bin/jest.js'),
      '--config',
      config,
      '--runInBand',
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
 * Plants one fault after the other in a copy of a workspace and runs suites until one fails: first those listed with the
 * fault, then all suites of the workspace.
 * @returns the number of faults that no test caught
 */
export async function runMutations({ folder, jest, faults }, { print, only }) {
  const problems = checkFaults(path.join(repository, folder), faults)
  if (problems.length > 0) throw new Error(`The table does not match the code:\n${problems.join('\n')}`)
  const chosen = faults.filter(({ name }) => only.every((word) => name.includes(word)))
  const copy = copyWorkspace(folder)
  const all = [...new Set(chosen.flatMap(({ suites }) => suites))]
  const baseline = await runSuites({ jest, copy, suites: all })
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
    let outcome = await runSuites({ jest, copy, suites })
    if (outcome.kind === 'survived') outcome = await runSuites({ jest, copy, suites: ['.'] })
    writeFileSync(source, text)
    if (outcome.kind === 'broken') throw new Error(`With "${name}" the code does not run: ${outcome.by}`)
    print(outcome.kind === 'caught' ? `caught    ${name}: ${outcome.by}` : `SURVIVED  ${name} (${file})`)
    if (outcome.kind === 'survived') survivors.push(name)
  }
  print(`${chosen.length - survivors.length} of ${chosen.length} faults caught`)
  return survivors.length
}
