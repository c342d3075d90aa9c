// Runs the suites of a module once per message, with the mutant it names, and replies with the outcome. Jest stays loaded
// between the runs: it takes longer to start than many suites take.
import { runCLI } from 'jest'

const [folder, config, suites] = JSON.parse(process.env.MUTANT_SUITES)

process.on('message', async (mutant) => {
  if (mutant === null) delete process.env.MUTANT
  else process.env.MUTANT = mutant
  process.send(await runSuites())
})

/** One after the other until one fails; not with jest's `bail`, which ends the process. */
async function runSuites() {
  for (const suite of suites) {
    const options = { config, runInBand: true, silent: true, reporters: [], testPathPatterns: [suite] }
    const { results } = await runCLI({ _: [], $0: 'jest', ...options }, [folder])
    const outcome = outcomeOf(results)
    if (outcome.kind !== 'survived') return outcome
  }
  return { kind: 'survived' }
}

function outcomeOf({ numPassedTests, testResults }) {
  const failed = testResults
    .flatMap(({ testResults: tests }) => tests)
    .find(({ status }) => status === 'failed')
  if (failed) return { kind: 'caught', by: failed.fullName }
  const broken = testResults.find(({ failureMessage }) => failureMessage)?.failureMessage
  if (broken?.includes('not a program')) return { kind: 'not a program' }
  // A module that cannot be loaded is noticed, too.
  if (broken)
    return { kind: 'caught', by: broken.split('\n').find((line) => line.includes('Error')) ?? broken }
  return numPassedTests === 0 ? { kind: 'caught', by: 'no test ran' } : { kind: 'survived' }
}
