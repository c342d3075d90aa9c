import { BrokenCircuitError, circuitBreaker, CircuitState, handleType, SamplingBreaker } from 'cockatiel'
import { Counter, Gauge } from 'prom-client'

/** The instance is unreachable, or does not respond in time. */
export class ServiceFailure extends Error {
  override name = 'ServiceFailure'
}

// Half of at least ten requests in ten seconds: a restart fails a few requests, a hanging service all of them.
const SAMPLES = { threshold: 0.5, duration: 10_000, minimumRps: 1 }
// Short, because a restarted service is back within seconds and one more request does no harm.
const HALF_OPEN_AFTER_MS = 1_000

const labelNames = ['service', 'instance'] as const
const open = new Gauge({
  name: 'upstream_circuit_open',
  help: '1 while an instance of a service gets no requests because too many have failed',
  labelNames,
})
const failures = new Counter({
  name: 'upstream_failures_total',
  help: 'Requests that an instance of a service was unreachable for or did not respond to',
  labelNames,
})

/** Stops sending requests to an instance that does not respond, so that they do not pile up there or in this gateway. */
export function createCircuit(labels: { service: string; instance: string }) {
  const breaker = circuitBreaker(handleType(ServiceFailure), {
    halfOpenAfter: HALF_OPEN_AFTER_MS,
    breaker: new SamplingBreaker(SAMPLES),
  })
  let openedAt = -Infinity
  open.set(labels, 0)
  failures.inc(labels, 0)
  breaker.onStateChange((state) => {
    open.set(labels, state === CircuitState.Closed ? 0 : 1)
    if (state === CircuitState.Open) openedAt = Date.now()
  })
  breaker.onFailure(({ handled }) => handled && failures.inc(labels))

  return {
    get isClosed(): boolean {
      return breaker.state === CircuitState.Closed
    },
    /** Whether to send a retryable request: the circuit is closed, or has been open for long enough. */
    isWorthTrying(): boolean {
      if (breaker.state === CircuitState.Open) return Date.now() - openedAt >= HALF_OPEN_AFTER_MS
      return breaker.state === CircuitState.Closed
    },
    /**
     * Sends a request to the instance unless the circuit is open. While it is open, one request a second probes whether the
     * instance has recovered.
     * @throws ServiceFailure without a cause, and without sending anything, while the circuit is open
     */
    async run<T>(send: () => Promise<T>): Promise<T> {
      // Cockatiel would make other requests wait for the probe.
      if (breaker.state === CircuitState.HalfOpen) throw new ServiceFailure('the circuit is half open')
      return breaker.execute(send).catch((error: unknown) => {
        if (error instanceof BrokenCircuitError) throw new ServiceFailure('the circuit is open')
        throw error
      })
    },
  }
}
