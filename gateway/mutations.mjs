import { serviceJest } from '@offquad/build-kit/jest'

/** Modules in which the suites must notice nearly every small fault: `npm run test:mutations`. */
export default {
  folder: 'gateway',
  jest: serviceJest('gateway'),
  modules: [
    {
      name: 'cohorts',
      files: ['src/edge/pages/cohorts.ts'],
      suites: ['src/edge/pages/cohorts'],
      equivalent: {
        'GOLDEN_STEP = 0.618_033_988_749_895: 0.618_033_988_749_895 -> (0.618_033_988_749_895 + 1)':
          'one more whole turn of the circle',
        'Math.floor(position * COHORTS) -> ceil':
          'every cohort moves up by one; the last is cohort 0 in `canaryTest`, which counts modulo their number',
      },
    },
    {
      name: 'canary judging',
      files: ['src/control-plane/telemetry/judge-version.ts', 'src/control-plane/telemetry/statistics.ts'],
      suites: ['telemetry/judge-version', 'telemetry/statistics'],
      equivalent: {
        'worst.probability * tests.length <= ALPHA -> <':
          'no views have a probability of exactly one in a thousand',
        'n < 32 -> <=': "one more is summed; Stirling's series gives the same from there on",
        'n < 32: 32 -> (32 + 1)': "one more is summed; Stirling's series gives the same from there on",
        'SMALL_LOG_FACTORIALS[n - 1] ?? 0: 0 -> (0 + 1)':
          'only for the type checker: the one before is always there',
        '1260 * n ** 5: 1260 -> (1260 + 1)': 'less than the last digit of a number',
      },
    },
    {
      name: 'contract gate: deploys',
      files: [
        'src/control-plane/deploys/contract-gate.ts',
        'src/control-plane/deploys/served-calls.ts',
        'src/control-plane/deploys/shared-packages.ts',
        'src/control-plane/deploys/slots.ts',
      ],
      suites: ['deploys/contract-gate', 'deploys/shared-packages', 'deploys/slots'],
    },
  ],
}
