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

/** Opens the renderer of pages, counts what becomes of them, also by version, and logs what fails. */
export const openObservedRenderer = (
  childFile: string,
  { RENDERER_PROCESSES: processes, RENDERER_SOCKET: socketName }: RendererSettings,
  log: FastifyBaseLogger,
  countRender: Releases['countRender'],
): Renderer =>
  openRenderer({
    childFile,
    processes,
    socketName,
    onOutcome(outcome, { template: route, shell, remotes, ip }, detail = '', culprits = []) {
      renders.inc({ template: route, outcome })
      const isMade = outcome === 'rendered' || outcome === 'partly'
      for (const file of isMade ? [shell, ...remotes.map((remote) => remote.file)] : [])
        if (!culprits.includes(file)) countRender({ ...versionOf(file), route }, ip())
      if (outcome === 'rendered') return
      const blamed = culprits.map(versionOf)
      log.warn(
        { template: route, outcome, detail, blamed },
        'a page, or a part of it, was left to the browser',
      )
      for (const version of blamed) countRender({ ...version, route, reason: `${outcome}: ${detail}` }, ip())
    },
  })

/** The version that a server part belongs to: /frontends/mfe-browse/0.1.0-1a2b3c4d/server.cjs */
function versionOf(file: string): { app: string; version: string } {
  const folder = path.dirname(file)
  return { app: path.basename(path.dirname(folder)), version: path.basename(folder) }
}
