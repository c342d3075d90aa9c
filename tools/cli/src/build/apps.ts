import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from '../config'

export interface App {
  /** Its folder from the repository's root. */
  folder: string
  kind: 'frontend' | 'process'
}

/** Everything that is built: what has a webpack configuration is a frontend, what has a build script runs in Node. */
export function findApps(): App[] {
  const folders = [
    ...readdirSync(REPOSITORY),
    ...readdirSync(path.join(REPOSITORY, 'tools')).map((name) => `tools/${name}`),
  ]
  return folders.flatMap((folder): App[] => {
    if (existsSync(path.join(REPOSITORY, folder, 'webpack.config.mjs'))) return [{ folder, kind: 'frontend' }]
    if (existsSync(path.join(REPOSITORY, folder, 'build.config.mjs'))) return [{ folder, kind: 'process' }]
    return []
  })
}
