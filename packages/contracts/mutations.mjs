import { nodeJest } from '@offquad/build-kit/jest'

/** Modules in which the suites must notice nearly every small fault: `npm run test:mutations`. */
export default {
  folder: 'packages/contracts',
  jest: nodeJest('packages/contracts'),
  modules: [
    {
      name: 'contract gate: compatibility of schemas and calls',
      files: ['src/compatibility/schema-incompatibilities.ts', 'src/compatibility/breaking-changes.ts'],
      suites: ['src/compatibility/compatibility'],
    },
  ],
}
