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
// jsdom computes no styles of pseudo-elements, and writes a stack of hundreds of lines for each that a library asks for.
const { getComputedStyle } = window
window.getComputedStyle = (element) => getComputedStyle(element)
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
