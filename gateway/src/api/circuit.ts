import { type ServiceName } from '@offquad/contracts'
import { BrokenCircuitError, circuitBreaker, CircuitState, handleType, SamplingBreaker } from 'cockatiel'
import { Counter, Gauge } from 'prom-client'

/** The service is to blame: it cannot be reached, or says nothing. */
export class ServiceFailure extends Error {
  override name = 'ServiceFailure'
}

export interface Circuit {
  /**
   * Asks the service, unless it has failed too often lately: then one request in a while finds out whether it is back.
   * @throws ServiceFailure without asking while the circuit is open
   */
  run<T>(ask: () => Promise<T>): Promise<T>
}

// Half of what was asked in ten seconds, and not of a handful: a restart costs a few requests, a service that hangs all.
const SAMPLES = { threshold: 0.5, duration: 10_000, minimumRps: 1 }
// Short: a service is back seconds after it was restarted, and one request more or less does it no harm.
const HALF_OPEN_AFTER_MS = 1_000

const open = new Gauge({
  name: 'upstream_circuit_open',
  help: '1 while a service is not asked because it has failed too often',
  labelNames: ['service'] as const,
})
const failures = new Counter({
  name: 'upstream_failures_total',
  help: 'Requests a service could not be reached for or did not answer',
  labelNames: ['service'] as const,
})

/** Keeps requests from a service that does not answer, so that neither it nor this gateway drowns in those that wait. */
export function createCircuit(service: ServiceName): Circuit {
  const breaker = circuitBreaker(handleType(ServiceFailure), {
    halfOpenAfter: HALF_OPEN_AFTER_MS,
    breaker: new SamplingBreaker(SAMPLES),
  })
  open.set({ service }, 0)
  failures.inc({ service }, 0)
  breaker.onStateChange((state) => open.set({ service }, state === CircuitState.Closed ? 0 : 1))
  breaker.onFailure(({ handled }) => handled && failures.inc({ service }))

  return {
    async run(ask) {
      // The others would wait for the one that finds out.
      if (breaker.state === CircuitState.HalfOpen) throw new ServiceFailure('it is being tried')
      return breaker.execute(ask).catch((error: unknown) => {
        if (error instanceof BrokenCircuitError) throw new ServiceFailure('it has failed too often lately')
        throw error
      })
    },
  }
}
