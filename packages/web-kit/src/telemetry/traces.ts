import { type Endpoint, type TracedCall } from '@offquad/contracts'

/** One call of the API that is followed through every process. */
export interface CallTrace {
  headers: Record<string, string>
  /** @param status of the answer; 0 when there was none */
  end(status: number): void
}

let report: ((call: TracedCall) => void) | undefined

/** Follows the calls of this page from here on if it is among so many, which the operator decides, and reports each. */
export function followCalls(share: number, reportTo: (call: TracedCall) => void): void {
  report = Math.random() < share ? reportTo : undefined
}

/** Begins a trace with a call, on pages whose calls are followed. */
export function traceCall({ method, path }: Pick<Endpoint, 'method' | 'path'>): CallTrace | undefined {
  const reportTo = report
  if (!reportTo) return undefined
  const [traceId, spanId, startedAt] = [randomHex(16), randomHex(8), Date.now()]
  return {
    // See www.w3.org/TR/trace-context/#traceparent-header: version, trace, span, sampled.
    headers: { traceparent: `00-${traceId}-${spanId}-01` },
    end(status) {
      const call: TracedCall = {
        traceId,
        spanId,
        method,
        path,
        startedAt,
        ms: Date.now() - startedAt,
        status,
      }
      reportTo(call)
    },
  }
}

const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
