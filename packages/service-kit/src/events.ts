import { setTimeout as delay } from 'node:timers/promises'
import { type EventContract, type EventOf } from '@offquad/contracts'
import { Relay } from 'bullmq'
import { type FastifyBaseLogger } from 'fastify'
import { Value } from 'typebox/value'
import { redisConnection } from './redis'

export interface Events {
  /** Tells every subscribed process; a failure is logged only, because listeners also refresh by themselves. */
  publish<E extends EventContract>(event: E, payload: EventOf<E>): Promise<void>
  subscribe<E extends EventContract>(
    event: E,
    listener: (payload: EventOf<E>) => void | Promise<void>,
  ): Promise<void>
  /**
   * Calls back when this process may have missed events: its registration expired, the connection broke, or one came
   * from a newer version and was not understood.
   */
  onGap(listener: () => void): void
  /** Fails when Redis answers with an error; waits while it cannot be reached. For readiness checks. */
  ping(): Promise<void>
  close(): Promise<void>
}

const PUBLISH_WAIT_MS = 1000

/** Messages between all processes of the platform, through Redis. `name` is what dashboards call this process. */
export function openEvents(
  settings: { REDIS_URL: string; QUEUE_PREFIX: string },
  name: string,
  log: FastifyBaseLogger,
): Events {
  const relay = new Relay({
    connection: redisConnection(settings.REDIS_URL),
    prefix: settings.QUEUE_PREFIX,
    name,
  })
  const gapListeners: (() => void)[] = []
  relay.on('error', (err) => log.warn({ err }, 'event connection failed'))
  return {
    async publish(event, payload) {
      const sent = relay
        .publish(event.topic, { ...payload, contractVersion: event.version })
        .catch((err: unknown) => log.warn({ err, topic: event.topic }, 'event not published'))
      // While Redis is away the message waits for it; whoever publishes does not.
      await Promise.race([sent, delay(PUBLISH_WAIT_MS, undefined, { ref: false })])
    },
    async subscribe(event, listener) {
      await relay.subscribe(event.topic, async ({ data }) => {
        const { contractVersion = 1, ...payload } = (data ?? {}) as { contractVersion?: number }
        if (contractVersion <= event.version && Value.Check(event.payload, payload))
          return listener(payload as EventOf<typeof event>)
        log.warn({ topic: event.topic, contractVersion }, 'event not understood: treated as missed')
        for (const onMissed of gapListeners) onMissed()
      })
    },
    onGap(listener) {
      gapListeners.push(listener)
      relay.on('recovered', listener)
      relay.on('error', listener)
    },
    async ping() {
      await relay.getCounts()
    },
    close: () => relay.close(),
  }
}
