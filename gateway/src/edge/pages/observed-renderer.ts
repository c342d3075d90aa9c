import path from 'node:path'
import { type Releases } from '@offquad/releases'
import { openRenderer, type Renderer } from '@offquad/renderer'
import { type FastifyBaseLogger } from 'fastify'
import { Counter } from 'prom-client'

const renders = new Counter({
  name: 'page_renders_total',
  help: 'Pages rendered on the server, by outcome; all but "rendered" and "partly" were rendered by the browser alone',
  labelNames: ['template', 'outcome'],
})

interface RendererSettings {
  RENDERER_PROCESSES?: number | undefined
  RENDERER_SOCKET?: string | undefined
}

/** Opens the renderer of pages, counts what becomes of them, logs what fails, and passes on who is at fault. */
export const openObservedRenderer = (
  childFile: string,
  { RENDERER_PROCESSES: processes, RENDERER_SOCKET: socketName }: RendererSettings,
  log: FastifyBaseLogger,
  blame: Releases['blame'],
): Renderer =>
  openRenderer({
    childFile,
    processes,
    socketName,
    onOutcome(outcome, { template }, detail = '', culprits = []) {
      renders.inc({ template, outcome })
      if (outcome === 'rendered') return
      const blamed = culprits.map(versionOf)
      log.warn({ template, outcome, detail, blamed }, 'a page, or a part of it, was left to the browser')
      for (const one of blamed) blame({ ...one, route: template, reason: `${outcome}: ${detail}` })
    },
  })

/** The version that a server part belongs to: /frontends/mfe-browse/0.1.0-1a2b3c4d/server.cjs */
function versionOf(file: string): { app: string; version: string } {
  const folder = path.dirname(file)
  return { app: path.basename(path.dirname(folder)), version: path.basename(folder) }
}
