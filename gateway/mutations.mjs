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
    },
    {
      name: 'canary judging',
      files: ['src/control-plane/telemetry/judge-version.ts', 'src/control-plane/telemetry/statistics.ts'],
      suites: ['telemetry/judge-version', 'telemetry/statistics'],
    },
  ],
}
