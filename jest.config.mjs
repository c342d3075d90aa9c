import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const repository = import.meta.dirname
const folders = [
  ...readdirSync(repository),
  ...['packages', 'tools'].flatMap((room) =>
    readdirSync(path.join(repository, room)).map((name) => `${room}/${name}`),
  ),
]

/** Every folder with a configuration of its own. */
export default {
  watchman: false,
  // Tests in a browser that wait more than they compute.
  maxConcurrency: 2,
  projects: folders
    .map((folder) => `${folder}/jest.config.mjs`)
    .filter((file) => existsSync(path.join(repository, file)))
    .map((file) => `<rootDir>/${file}`),
}
