import { setTimeout as delay } from 'node:timers/promises'
import { type EventContract, type EventOf } from '@offquad/contracts'
import { Relay } from 'bullmq'
import { type FastifyBaseLogger } from 'fastify'
import { Value } from 'typebox/value'
import { redisConnection, type RedisSettings } from './redis'

export interface Events {
  /** Publishes to every subscribed process; a failure is only logged, because subscribers also refresh periodically. */
  publish<E extends EventContract>(event: E, payload: EventOf<E>): Promise<void>
  /** Resolves when the subscription exists; waits as long as Redis refuses it or is unreachable. */
  subscribe<E extends EventContract>(
    event: E,
    listener: (payload: EventOf<E>) => void | Promise<void>,
  ): Promise<void>
  /**
   * Calls back when this process may have missed events: its registration expired, the connection broke, or an event had
   * an unsupported newer version.
   */
  onGap(listener: () => void): void
  /** Rejects when Redis responds with an error; waits while it cannot be reached. For readiness checks. */
  ping(): Promise<void>
  close(): Promise<void>
}

const PUBLISH_WAIT_MS = 1000
const RETRY_MS = 1000

/** Messages between all processes of the platform, through Redis. `name` identifies this process in dashboards. */
export function openEvents(
  settings: RedisSettings & { QUEUE_PREFIX: string },
  name: string,
  log: FastifyBaseLogger,
): Events {
  const gapListeners: (() => void)[] = []
  const callGapListeners = () => gapListeners.forEach((listener) => listener())
  const closing = new AbortController()
  let failure: unknown
  let current = openRelay()
  const registered = register()

  function openRelay(): Relay {
    const relay = new Relay({
      connection: redisConnection(settings),
      prefix: settings.QUEUE_PREFIX,
      name,
    })
    relay.on('error', (err) => {
      log.warn({ err }, 'event connection failed')
      callGapListeners()
    })
    relay.on('recovered', callGapListeners)
    return relay
  }

  // A relay registers once, when it is created; if Redis refuses it, the relay stays unusable.
  async function register(): Promise<Relay> {
    for (;;) {
      try {
        await current.waitUntilReady()
        failure = undefined
        return current
      } catch (error) {
        failure = error
        await current.close().catch(() => undefined)
        await waitToRetry()
        current = openRelay()
      }
    }
  }

  /** @throws Error when the events are closed meanwhile */
  const waitToRetry = () => delay(RETRY_MS, undefined, { signal: closing.signal, ref: false })

  // Rejects when closed before; publish and subscribe handle that themselves.
  registered.catch(() => undefined)

  return {
    async publish(event, payload) {
      const sent = registered
        .then((relay) => relay.publish(event.topic, { ...payload, contractVersion: event.version }))
        .catch((err: unknown) => log.warn({ err, topic: event.topic }, 'event not published'))
      // While Redis is unavailable the message waits; the publisher does not.
      await Promise.race([sent, delay(PUBLISH_WAIT_MS, undefined, { ref: false })])
    },
    async subscribe(event, listener) {
      const relay = await registered
      for (;;)
        try {
          await relay.subscribe(event.topic, async ({ data }) => {
            const { contractVersion = 1, ...payload } = (data ?? {}) as { contractVersion?: number }
            if (contractVersion <= event.version && Value.Check(event.payload, payload))
              return listener(payload as EventOf<typeof event>)
            log.warn({ topic: event.topic, contractVersion }, 'event not understood: treated as missed')
            callGapListeners()
          })
          return
        } catch (err) {
          if (closing.signal.aborted) throw err
          log.warn({ err, topic: event.topic }, 'event subscription failed, retrying')
          await waitToRetry()
        }
    },
    onGap(listener) {
      gapListeners.push(listener)
    },
    async ping() {
      if (failure !== undefined) throw failure
      await (await registered).getCounts()
    },
    async close() {
      closing.abort()
      await current.close()
    },
  }
}
