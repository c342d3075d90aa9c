import { BrokenCircuitError, circuitBreaker, CircuitState, handleType, SamplingBreaker } from 'cockatiel'
import { Counter, Gauge } from 'prom-client'

/** The instance is to blame: it cannot be reached, or does not respond. */
export class ServiceFailure extends Error {
  override name = 'ServiceFailure'
}

export interface Circuit {
  /** Whether a request that may be repeated elsewhere should be tried here: it is closed, or open for long enough. */
  isWorthTrying(): boolean
  readonly isClosed: boolean
  /**
   * Sends a request to the instance, unless it has failed too often lately: then one request a second finds out whether it
   * is back.
   * @throws ServiceFailure without a cause, and without sending anything, while the circuit is open
   */
  run<T>(send: () => Promise<T>): Promise<T>
}

// Half of the requests of ten seconds, and not of a handful: a restart costs a few requests, a service that hangs all.
const SAMPLES = { threshold: 0.5, duration: 10_000, minimumRps: 1 }
// Short: a service is back seconds after it was restarted, and one request more or less does it no harm.
const HALF_OPEN_AFTER_MS = 1_000

const labelNames = ['service', 'instance'] as const
const open = new Gauge({
  name: 'upstream_circuit_open',
  help: '1 while an instance of a service gets no requests because it has failed too often',
  labelNames,
})
const failures = new Counter({
  name: 'upstream_failures_total',
  help: 'Requests an instance of a service could not be reached for or did not answer',
  labelNames,
})

/** Keeps requests from an instance that does not respond, so that neither it nor this gateway drowns in those that wait. */
export function createCircuit(labels: { service: string; instance: string }): Circuit {
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
    get isClosed() {
      return breaker.state === CircuitState.Closed
    },
    isWorthTrying() {
      if (breaker.state === CircuitState.Open) return Date.now() - openedAt >= HALF_OPEN_AFTER_MS
      return breaker.state === CircuitState.Closed
    },
    async run(send) {
      // The others would wait for the one that finds out.
      if (breaker.state === CircuitState.HalfOpen) throw new ServiceFailure('it is being tried')
      return breaker.execute(send).catch((error: unknown) => {
        if (error instanceof BrokenCircuitError) throw new ServiceFailure('it has failed too often lately')
        throw error
      })
    },
  }
}
