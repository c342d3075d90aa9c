import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../errors'

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Tells a process from a later one with the same number: the boot and the clock tick it started at (Linux only). */
function startOf(pid: number): string {
  const stat = readText(`/proc/${pid}/stat`)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return `${readText('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}/${fields[19] ?? ''}`
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isHeld(content: string): boolean {
  const [pid, start] = content.split(' ')
  const owner = Number(pid)
  return Number.isInteger(owner) && owner > 0 && isAlive(owner) && start === startOf(owner)
}

/** Links a finished file into place, so that nobody ever reads a lock without its content. */
function tryCreate(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}.new`
  try {
    writeFileSync(draft, content)
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Moves a dead process's lock away; puts it back when another process took the lock in the meantime. */
function clearStale(file: string, staleContent: string): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (readText(aside) !== staleContent) linkSync(aside, file)
  rmSync(aside, { force: true })
}

/**
 * Claims a directory for this process.
 * @returns gives it back
 * @throws StartError when another live process holds it
 */
export function lockDirectory(directory: string): () => void {
  const file = join(directory, 'lock')
  const content = `${process.pid} ${startOf(process.pid)}`
  for (let attempt = 0; attempt < 3; attempt++) {
    if (tryCreate(file, content)) return () => rmSync(file, { force: true })
    const holder = readText(file) ?? ''
    if (isHeld(holder)) {
      throw new StartError(
        `The directory ${directory} is in use by process ${holder.split(' ')[0]}: stop it, or choose another EMBEDDED_MONGO_DIR.`,
      )
    }
    clearStale(file, holder)
  }
  throw new StartError(
    `The directory ${directory} could not be locked: another process is starting on it, try again.`,
  )
}
