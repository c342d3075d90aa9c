import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@offquad/service-kit/testing/free-port'
import { REPOSITORY, waitFor } from './platform'

const WEBPACK = path.join(REPOSITORY, 'node_modules/webpack/bin/webpack.js')

export interface DevelopmentServer {
  manifest: string
  close(): Promise<void>
}

/** Runs `npm run dev` in a slice's folder (absolute). */
export async function startDevelopmentServer(folder: string): Promise<DevelopmentServer> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [WEBPACK, 'serve', '--port', String(port)], {
    cwd: folder,
    stdio: 'ignore',
  })
  const manifest = `http://127.0.0.1:${port}/mf-manifest.json`
  await waitFor('the slice under development', async () => (await fetch(manifest)).ok, 90_000)
  return {
    manifest,
    async close() {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

export interface NewSlice {
  /** Absolute. */
  folder: string
  /**
   * Replaces text in one of its files, like a developer who saves a change.
   * @param emptyMs how long the file is empty before its new text is written, in milliseconds
   */
  change(file: string, from: string, to: string, emptyMs?: number): Promise<void>
  remove(): Promise<void>
}

/**
 * Creates an unpublished slice in a folder outside of the repository.
 * @param name of the remote: hello
 * @param files contents by path in the slice's folder, in addition to the files of every slice
 */
export async function writeNewSlice(name: string, files: Record<string, string>): Promise<NewSlice> {
  const parent = await mkdtemp(path.join(tmpdir(), 'offquad-slice-'))
  const folder = path.join(parent, `mfe-${name}`)
  await symlink(path.join(REPOSITORY, 'node_modules'), path.join(parent, 'node_modules'))
  const all = {
    'package.json': JSON.stringify({ name: `@offquad/mfe-${name}`, version: '0.1.0', type: 'module' }),
    'webpack.config.mjs':
      "import { remoteConfig } from '@offquad/build-kit/webpack'\n\nexport default remoteConfig(import.meta.dirname)\n",
    'src/index.ts': 'export {}\n',
    ...files,
  }
  for (const [file, text] of Object.entries(all)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), text)
  }
  return {
    folder,
    async change(file, from, to, emptyMs) {
      const text = await readFile(path.join(folder, file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} has no "${from}"`)
      if (emptyMs) {
        await writeFile(path.join(folder, file), '')
        await delay(emptyMs)
      }
      await writeFile(path.join(folder, file), text.replace(from, to))
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  }
}
