import { type Endpoint, type TracedCall } from '@offquad/contracts'
import { randomHex } from '../api/idempotency-key'

/** A trace of one API call through every process. */
export interface CallTrace {
  headers: Record<string, string>
  /** @param status of the response; 0 without a response */
  end(status: number): void
}

let report: ((call: TracedCall) => void) | undefined

/**
 * Traces the API calls of this page from now on, if it is sampled.
 * @param share of pages to sample, 0 to 1
 * @param reportTo receives each traced call when it has ended
 */
export function traceCalls(share: number, reportTo: (call: TracedCall) => void): void {
  report = Math.random() < share ? reportTo : undefined
}

/** Starts a trace of a call on sampled pages. */
export function traceCall({ method, path }: Pick<Endpoint, 'method' | 'path'>): CallTrace | undefined {
  const reportTo = report
  if (!reportTo) return undefined
  const [traceId, spanId, startedAt] = [randomHex(16), randomHex(8), Date.now()]
  return {
    // See www.w3.org/TR/trace-context/#traceparent-header: version, trace, span, sampled.
    headers: { traceparent: `00-${traceId}-${spanId}-01` },
    end(status) {
      reportTo({ traceId, spanId, method, path, startedAt, ms: Date.now() - startedAt, status })
    },
  }
}
