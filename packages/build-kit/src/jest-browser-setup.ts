import { TextDecoder, TextEncoder } from 'node:util'

// What jsdom lacks and the libraries ask for.
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

Object.assign(globalThis, {
  TextEncoder,
  TextDecoder,
  ResizeObserver: globalThis.ResizeObserver ?? NoObserver,
  IntersectionObserver: globalThis.IntersectionObserver ?? NoObserver,
})
// Nothing is drawn here; whoever draws must live without a place to do it.
HTMLCanvasElement.prototype.getContext = () => null
window.scrollTo = () => undefined
Element.prototype.scrollIntoView ??= () => undefined
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }) as unknown as MediaQueryList
