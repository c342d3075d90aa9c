export {
  openRenderer,
  type RenderedPage,
  type Renderer,
  type RenderJob,
  type RenderOutcome,
} from './renderer'
export { createQuarantine } from './quarantine'
