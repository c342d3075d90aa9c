import { openRenderer, type Renderer } from '@offquad/renderer'
import { type FastifyBaseLogger } from 'fastify'
import { Counter } from 'prom-client'

const renders = new Counter({
  name: 'page_renders_total',
  help: 'Pages rendered on the server, by outcome; all but "rendered" and "partly" were rendered by the browser alone',
  labelNames: ['template', 'outcome'],
})

/** Opens the renderer of pages, counts what becomes of them, and logs what fails. */
export const openContentRenderer = (
  childFile: string,
  { RENDERER_PROCESSES: processes }: { RENDERER_PROCESSES?: number | undefined },
  log: FastifyBaseLogger,
): Renderer =>
  openRenderer({
    childFile,
    processes,
    onOutcome(outcome, { template, shell, remotes }, detail) {
      renders.inc({ template, outcome })
      if (outcome === 'rendered') return
      const files = [shell, ...remotes.map(({ file }) => file)]
      log.warn({ template, outcome, detail, files }, 'a page, or a part of it, was left to the browser')
    },
  })
