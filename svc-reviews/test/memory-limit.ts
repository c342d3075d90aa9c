import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The control groups of Linux: where they are, how the limit of one is named, and the file that counts ended processes. */
const KINDS = [
  { root: '/sys/fs/cgroup', limit: 'memory.max', events: 'memory.events' },
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', events: 'memory.oom_control' },
]

export interface MemoryLimit {
  /** A command by which a shell enters, with what it executes then. */
  enter: string
  /** Number of processes that the system has killed. */
  countEnded: () => number
  /** When all of its processes have ended. */
  remove: () => void
}

/** A limit that the system itself keeps, as in a container; undefined where it may not be set. */
export function limitMemory(bytes: number): MemoryLimit | undefined {
  for (const { root, limit, events } of KINDS) {
    if (!existsSync(path.join(root, 'cgroup.procs'))) continue
    const folder = path.join(root, `offquad-test-${process.pid}`)
    try {
      mkdirSync(folder)
      writeFileSync(path.join(folder, limit), String(bytes))
    } catch {
      // It may not be set, or groups have no memory limits here.
      if (existsSync(folder)) rmdirSync(folder)
      continue
    }
    return {
      enter: `echo $$ > ${folder}/cgroup.procs`,
      countEnded: () => Number(/^oom_kill (\d+)/m.exec(readFileSync(path.join(folder, events), 'utf8'))?.[1]),
      remove: () => rmdirSync(folder),
    }
  }
  return undefined
}
