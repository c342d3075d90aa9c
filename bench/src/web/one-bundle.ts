import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { REPOSITORY } from '../processes'

const BENCH = path.join(REPOSITORY, 'bench')
const DIST = path.join(BENCH, 'dist')
const PREFIX = '/one-bundle/'

/** A page's shell and remotes as a single bundle without federation. */
export interface OneBundle {
  /** Tags that load it. */
  tags: string
  /** Its files by URL path, compressed where the build compresses them. */
  files: Map<string, { body: Buffer; isCompressed: boolean }>
}

/** Builds the shell and some remotes ('browse,reviews') as a single bundle. */
export async function buildOneBundle(remotes: string): Promise<OneBundle> {
  const webpack = path.join(REPOSITORY, 'node_modules/webpack/bin/webpack.js')
  const config = path.join(import.meta.dirname, 'one-bundle.config.mjs')
  const child = spawn(process.execPath, [webpack, '--config', config, '--env', `remotes=${remotes}`], {
    cwd: BENCH,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`webpack ended with code ${String(code)}`)
  const names = await readdir(DIST)
  const files: OneBundle['files'] = new Map()
  for (const name of names.filter((one) => /\.(js|css|svg|png|woff2)$/.test(one))) {
    const isCompressed = names.includes(`${name}.br`)
    const body = await readFile(path.join(DIST, isCompressed ? `${name}.br` : name))
    files.set(PREFIX + name, { body, isCompressed })
  }
  const tags = names
    .filter((name) => /^main\..*(?<=css|js)$/.test(name))
    .map((name) =>
      name.endsWith('.css')
        ? `<link rel="stylesheet" href="${PREFIX}${name}">`
        : `<script defer src="${PREFIX}${name}"></script>`,
    )
    .join('')
  return { tags, files }
}
