import { TextDecoder, TextEncoder } from 'node:util'

// APIs that jsdom lacks and libraries use.
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Without a layout, everything is in view. */
class EverythingInView {
  constructor(private readonly report: (entries: { target: Element; isIntersecting: boolean }[]) => void) {}
  observe(target: Element) {
    this.report([{ target, isIntersecting: true }])
  }
  unobserve() {}
  disconnect() {}
}

Object.assign(globalThis, {
  TextEncoder,
  TextDecoder,
  ResizeObserver: globalThis.ResizeObserver ?? NoObserver,
  IntersectionObserver: globalThis.IntersectionObserver ?? EverythingInView,
})
// Tests of what the server renders run in Node, without a window.
if (typeof window !== 'undefined') fillInWindow()

function fillInWindow(): void {
  // jsdom matches its whole stylesheet against each element, which queries by role ask of every one: all that matters is what hides.
  const hidden = document.createElement('p').style
  hidden.display = 'none'
  window.getComputedStyle = (element) => {
    const isHidden = element.matches('[hidden], dialog:not([open]), head, script, style, template')
    return isHidden ? hidden : (element as HTMLElement).style
  }
  // There is no canvas; code that draws must handle that.
  HTMLCanvasElement.prototype.getContext = () => null
  window.scrollTo = () => undefined
  Element.prototype.scrollIntoView ??= () => undefined
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function () {
    if (!this.open) return
    this.open = false
    setTimeout(() => this.dispatchEvent(new Event('close')))
  }
  window.matchMedia ??= (query: string) =>
    ({
      matches: query === '(prefers-reduced-motion: no-preference)',
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }) as unknown as MediaQueryList
}
