import { readFileSync } from 'node:fs'

/** The resident memory of a process, in megabytes; 0 where that is unknown. */
export function residentMegabytes(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}

/** A tick of the times in /proc, in milliseconds: the same on every Linux. */
const TICK_MS = 10

/** Processor time of a process, in milliseconds; infinite where that is unknown. */
export function processorMs(pid: number | undefined): number {
  const fields = statOf(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : Infinity
}

/** Whether a process waits for anything but a processor. */
export const isWaiting = (pid: number | undefined): boolean => statOf(pid)?.[0] === 'S'

/** The fields of /proc/PID/stat after the name of the program, which may contain spaces. */
function statOf(pid: number | undefined): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
  } catch {
    return undefined
  }
}
