import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

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

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The process that holds a lock with this content; an empty one was left by a full disk. */
function holderOf(content: string): number | undefined {
  const [pid, start] = content.split(' ')
  const holder = Number(pid)
  // Without its start it is one of an earlier version.
  const isHeld = holder > 0 && isAlive(holder) && (start === undefined || start === startOf(holder))
  return isHeld ? holder : undefined
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
 * Makes the file a lock of this process, which deletes it to release it; the lock of a process that has ended is taken over.
 * @returns the id of the process that holds it, if it is held
 */
export function takeLock(file: string): number | undefined {
  const content = `${process.pid} ${startOf(process.pid)}`
  while (!tryCreate(file, content)) {
    const text = readText(file) ?? ''
    const holder = holderOf(text)
    if (holder !== undefined) return holder
    clearStale(file, text)
  }
  return undefined
}
