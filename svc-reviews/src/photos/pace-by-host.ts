import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs tasks so that each host has one at a time, with a pause after it, in this process; different hosts do not wait for
 * each other.
 */
export function createPaceByHost(pauseMs: number) {
  const turns = new Map<string, Promise<unknown>>()

  return async <T>(host: string, task: () => Promise<T>): Promise<T> => {
    const result = (turns.get(host) ?? Promise.resolve()).then(task)
    const turn = result
      .catch(() => undefined)
      .then(() => delay(pauseMs, undefined, { ref: false }))
      .finally(() => {
        if (turns.get(host) === turn) turns.delete(host)
      })
    turns.set(host, turn)
    return result
  }
}
