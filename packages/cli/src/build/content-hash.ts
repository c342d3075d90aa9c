import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const NOT_CONTENT = new Set(['node_modules', 'dist', '.data', 'test'])

/**
 * A hash over names and contents of every file under the given files and folders; what is built or installed and
 * tests do not count. Sorted, so that it is the same on every machine.
 */
export async function contentHash(paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const start of paths)
    for (const file of await filesUnder(start)) {
      hash.update(path.relative(path.dirname(start), file))
      hash.update(await readFile(file))
    }
  return hash.digest('hex')
}

/** Every file under a folder, sorted; the path itself when it is a file. */
export async function filesUnder(start: string): Promise<string[]> {
  const entries = await readdir(start, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (!entries) return [start]
  const kept = entries.filter(({ name }) => !NOT_CONTENT.has(name) && !name.includes('.test.'))
  const nested = await Promise.all(
    kept.map((entry) => {
      const file = path.join(start, entry.name)
      return entry.isDirectory() ? filesUnder(file) : [file]
    }),
  )
  return nested.flat().toSorted()
}
