import os from 'node:os'
import { print } from './report'

const SAMPLE_MS = 1000
/** Share of all cores: what this machine does anyway. */
const IDLE_SHARE = 0.1
const GIVE_UP_AFTER_MS = 60_000

/**
 * Waits until the machine has been idle for two seconds in a row: the start and an import leave work to the workers, which
 * would be measured too. Goes on after a minute on a machine that is never idle, and says so.
 */
export async function waitUntilIdle(): Promise<void> {
  const until = performance.now() + GIVE_UP_AFTER_MS
  for (let idleSamples = 0; idleSamples < 2;) {
    if (performance.now() > until) {
      print('The machine is busy with other work: its times are not comparable.')
      return
    }
    const before = cpuTimes()
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
    const after = cpuTimes()
    const busy = (after.busy - before.busy) / (after.all - before.all)
    idleSamples = busy < IDLE_SHARE ? idleSamples + 1 : 0
  }
}

function cpuTimes(): { busy: number; all: number } {
  const times = os.cpus().map(({ times }) => times)
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
  return { busy: all - times.reduce((sum, { idle }) => sum + idle, 0), all }
}
