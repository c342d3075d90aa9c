import { type Tracing } from './open-telemetry'

export interface TracingSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_TRACES_SAMPLER_ARG: number
}

let current: Tracing | undefined

/** What this process follows with; undefined where that is not configured. */
export const currentTracing = (): Tracing | undefined => current

/**
 * Begins to follow, where a collector is configured; libraries for it are loaded then only. Before anything else of the
 * process is opened.
 * @param app name of the process in traces
 */
export async function openTracing(app: string, settings: TracingSettings): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = settings
  if (!endpoint) return
  const { startOpenTelemetry } = await import('./open-telemetry')
  current = await startOpenTelemetry(app, { endpoint, share })
}

/** Sends what was not sent yet. */
export async function closeTracing(): Promise<void> {
  await current?.close()
  current = undefined
}
