import { isDeepStrictEqual } from 'node:util'
import { until } from './until'

/** One use of an outbox. Changes are numbered from 0. */
export interface OutboxUse {
  /** Stores a change with its messages, like the service does. */
  write: (change: number) => Promise<unknown>
  /** Delivers like the worker does, with dependencies wrapped by `wrap`. */
  deliver: (wrap: <T extends object>(dependencies: T) => T) => Promise<unknown>
  /** Number of documents with pending entries. */
  countPending: () => Promise<number>
  /** The state of the receivers for a change, without what they ignore when it is repeated. */
  received: (change: number) => unknown
  expected: (change: number) => unknown
}

const unwrapped = <T extends object>(dependencies: T): T => dependencies

/**
 * Tests that an outbox delivers every change although its worker dies at any step, other workers run concurrently, and writes
 * arrive meanwhile.
 * @param name plural noun for the changes: "approvals"
 * @param open opens the use on real stores; called at the start of each test
 */
export function testOutbox(name: string, open: () => Promise<OutboxUse> | OutboxUse): void {
  const isReceived = async (use: OutboxUse, change: number) =>
    isDeepStrictEqual(await use.received(change), use.expected(change))

  describe(`the outbox of ${name}`, () => {
    it(`delivers ${name} once although the worker dies before or after any of its calls`, async () => {
      const use = await open()
      let change = 0
      for (let isAlive = false; !isAlive; change += 1) {
        await use.write(change)
        const worker = mortal(change)

        isAlive = await use.deliver(worker.wrap).then(
          () => !worker.isDead(),
          (error: Error) => {
            if (!worker.isDead()) throw error
            return false
          },
        )
        await use.deliver(unwrapped)

        await until(() => isReceived(use, change))
        expect(await use.countPending()).toBe(0)
      }
      // At least listing, one message and clearing, each with a death before and after it.
      expect(change).toBeGreaterThan(6)
    })

    it(`delivers ${name} once by two workers at a time`, async () => {
      const use = await open()
      await use.write(0)
      await use.write(1)

      await Promise.all([use.deliver(unwrapped), use.deliver(unwrapped)])

      await until(() => isReceived(use, 1))
      expect(await use.countPending()).toBe(0)
    })

    it(`keeps ${name} that are stored while earlier ones are delivered`, async () => {
      const use = await open()
      await use.write(0)
      let hasWritten = false

      await use.deliver((dependencies) =>
        wrapCalls(dependencies, async (call, method) => {
          if (method === 'clear' && !hasWritten) {
            hasWritten = true
            await use.write(1)
          }
          return call()
        }),
      )
      await use.deliver(unwrapped)

      expect(hasWritten).toBe(true)
      await until(() => isReceived(use, 1))
      expect(await use.countPending()).toBe(0)
    })
  })
}

/** Wraps dependencies of a worker that dies before (even moment) or after (odd moment) one of its calls. */
function mortal(moment: number) {
  let calls = 0
  let isDead = false
  const die = (): never => {
    isDead = true
    throw new Error('killed')
  }
  return {
    isDead: () => isDead,
    wrap: <T extends object>(dependencies: T): T =>
      wrapCalls(dependencies, async (call) => {
        if (isDead) die()
        const before = 2 * calls
        calls += 1
        if (moment === before) die()
        const result = await call()
        if (moment === before + 1) die()
        return result
      }),
  }
}

/** Wraps all methods of an object and its members with `around`; results become promises. */
function wrapCalls<T extends object>(
  target: T,
  around: (call: () => unknown, method: string) => Promise<unknown>,
): T {
  return new Proxy(target, {
    get(holder, key) {
      const value: unknown = Reflect.get(holder, key)
      if (typeof value === 'function')
        return (...args: unknown[]) => around(() => Reflect.apply(value, holder, args), String(key))
      return typeof value === 'object' && value !== null ? wrapCalls(value, around) : value
    },
  })
}
