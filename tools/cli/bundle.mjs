import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const stamp = path.join(import.meta.dirname, 'dist/.bundle-hash')
const repository = path.resolve(import.meta.dirname, '../..')

// Commands run concurrently: one that rewrote the bundle while another is loading it would crash that one.
const hash = hashOfSources()
if (readStamp() !== hash) {
  // In a process of its own: the start command would keep the compiler in memory for as long as the platform runs.
  const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'bundle-cli.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, hash)
}

/** A hash of everything that the bundle may contain. */
function hashOfSources() {
  const files = ['packages', 'tools']
    .flatMap((room) => readdirSync(path.join(repository, room), { recursive: true, withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && /\/src(\/|$)/.test(entry.parentPath) && /\.(ts|mjs)$/.test(entry.name),
    )
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/node_modules|\.test\./.test(file))
    .toSorted()
  const sum = createHash('sha256').update(readFileSync(path.join(repository, 'package-lock.json')))
  for (const file of files) sum.update(file.slice(repository.length)).update(readFileSync(file))
  return sum.digest('hex')
}

function readStamp() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}
