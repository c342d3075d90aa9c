import { setTimeout as delay } from 'node:timers/promises'

/** Waits for a condition. @throws Error when it does not hold within ten seconds */
export async function until(isMet: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!(await isMet())) {
    if (Date.now() > deadline) throw new Error('waited ten seconds in vain')
    await delay(20)
  }
}
