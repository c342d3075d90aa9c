export { type FoundReads, openRenderer, type Renderer, type RenderOutcome } from './renderer'
export { type RenderedPage, type RenderJob, type VersionSet } from './render-process'
export { createQuarantine } from './quarantine'
export { serveRenderer } from './remote-process'
