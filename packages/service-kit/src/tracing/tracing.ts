import { type Tracing } from './open-telemetry'

export interface TracingSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_TRACES_SAMPLER_ARG: number
}

let current: Tracing | undefined

/** The tracing of this process; undefined if no collector is configured. */
export const currentTracing = (): Tracing | undefined => current

/**
 * Starts tracing if a collector is configured; loads its libraries only then. Call it before the process opens anything
 * else.
 * @param app name of the process in traces
 */
export async function openTracing(app: string, settings: TracingSettings): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = settings
  if (!endpoint) return
  const { startOpenTelemetry } = await import('./open-telemetry')
  current = await startOpenTelemetry(app, { endpoint, share })
}

/** Exports the remaining spans. */
export async function closeTracing(): Promise<void> {
  await current?.close()
  current = undefined
}
