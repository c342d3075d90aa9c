import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { browserJest, nodeJest, serviceJest } from './tools/build-kit/src/jest.mjs'

const IN_A_BROWSER = /^(shell|mfe-[a-z]+|packages\/(ui|web-kit))$/
const WITH_STORES = /^(gateway|svc-[a-z]+|deploy|packages\/(releases|service-kit))$/

const repository = import.meta.dirname
const folders = ['', 'packages', 'tools']
  .flatMap((room) => readdirSync(path.join(repository, room)).map((name) => path.posix.join(room, name)))
  .filter((folder) => existsSync(path.join(repository, folder, 'package.json')))

function projectOf(folder) {
  if (folder === 'e2e')
    return {
      ...nodeJest(folder),
      globalSetup: path.join(repository, 'e2e/src/jest-platform-start.ts'),
      globalTeardown: path.join(repository, 'e2e/src/jest-platform-stop.ts'),
      setupFilesAfterEnv: [path.join(repository, 'e2e/src/jest-patience.ts')],
    }
  if (IN_A_BROWSER.test(folder)) return browserJest(folder)
  return WITH_STORES.test(folder) ? serviceJest(folder) : nodeJest(folder)
}

/** Every folder with a package.json; `--selectProjects` names it. */
export default {
  watchman: false,
  // Tests in a browser that wait more than they compute.
  maxConcurrency: 2,
  projects: folders.map(projectOf),
}
