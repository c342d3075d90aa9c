import config from './jest.config.mjs'

/** Modules in which the suites must notice nearly every small fault: `npm run test:mutations`. */
export default {
  folder: 'svc-users',
  jest: config,
  modules: [
    {
      name: 'sessions',
      files: ['src/sessions/sessions.ts', 'src/sessions/sessions.repository.ts'],
      suites: ['test/sessions.test', 'test/sessions.api', 'test/session-attacks.api'],
    },
  ],
}
