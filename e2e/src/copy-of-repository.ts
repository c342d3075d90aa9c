import { execFile } from 'node:child_process'
import { copyFile, cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY } from './platform'

const run = promisify(execFile)

const LEFT_OUT = /^(node_modules|\.git|\.data.*|\.env)$/
/** A file that npm overwrites in place, which would change the original through a hard link. */
const REWRITTEN = '.package-lock.json'

/** Copies the repository, including builds, for a test to modify. Dependencies are hard links where possible. */
export async function copyRepository(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'offquad-copy-'))
  for (const name of await readdir(REPOSITORY))
    if (!LEFT_OUT.test(name))
      await cp(path.join(REPOSITORY, name), path.join(folder, name), {
        recursive: true,
        verbatimSymlinks: true,
      })
  const modules = path.join(REPOSITORY, 'node_modules')
  const copy = path.join(folder, 'node_modules')
  await run('cp', ['-al', modules, copy]).catch(async () => {
    // Hard links do not work across file systems.
    await rm(copy, { recursive: true, force: true })
    await run('cp', ['-a', modules, copy])
  })
  await copyFile(path.join(modules, REWRITTEN), path.join(copy, 'copy'))
  await rename(path.join(copy, 'copy'), path.join(copy, REWRITTEN))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
