import { existsSync } from 'node:fs'

const folders = [
  ...[
    'contracts',
    'service-kit',
    'ui',
    'web-kit',
    'build-kit',
    'embedded-mongo',
    'embedded-redis',
    'dev-identity',
    'cli',
    'row-files',
  ].map((name) => `packages/${name}`),
  ...['shell', 'mfe-browse', 'mfe-reviews', 'mfe-account', 'mfe-admin'],
  ...['gateway', 'svc-catalog', 'svc-reviews', 'svc-users', 'deploy', 'e2e'],
]

/** Every slice brings its own configuration; this only names them. */
export default {
  watchman: false,
  projects: folders
    .map((folder) => `<rootDir>/${folder}/jest.config.mjs`)
    .filter((file) => existsSync(file.replace('<rootDir>', import.meta.dirname))),
}
