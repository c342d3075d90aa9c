import config from './jest.config.mjs'

/** Modules in which the suites must notice nearly every small fault: `npm run test:mutations`. */
export default {
  folder: 'packages/service-kit',
  jest: config,
  modules: [
    {
      name: 'outbox',
      files: ['src/outbox.ts'],
      suites: ['test/outbox'],
      equivalent: {
        'MEASURED_DOCUMENTS = 100: 100 -> (100 + 1)': 'how much is measured is a matter of cost',
        '[field]: 1: 1 -> (1 + 1)': '$unset ignores the value',
        '[name, 1]: 1 -> (1 + 1)': 'any number but 0 includes a field',
        "[{ $ifNull: ['$value', 0] }, 1]: 1 -> (1 + 1)": 'versions rise by any amount',
        "['$value', 0]: 0 -> (0 + 1)": 'the time is greater',
      },
    },
  ],
}
