import { type Page } from 'playwright-core'

/** Finds layout faults on the current page. @returns a line for each fault */
export function layoutFaultsOn(page: Page): Promise<string[]> {
  return page.evaluate(findLayoutFaults)
}

/** Runs in the page, without access to this module's scope. */
function findLayoutFaults(): string[] {
  /** Tolerance, because browsers use fractions of a pixel. */
  const TOLERANCE = 1.5
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, [role=button], [role=checkbox], [role=radio], [role=tab], [role=switch], [role=option], [role=menuitem], [role=slider], [tabindex]:not([tabindex="-1"])'
  const MAP = '.offquad-map'
  /** What a finger touches is at least as wide and high. */
  const FINGER = 44

  interface Box {
    left: number
    top: number
    right: number
    bottom: number
  }

  const faults: string[] = []
  const styles = new Map<Element, CSSStyleDeclaration>()
  const scope = findScope()
  const popups = [...document.querySelectorAll('[aria-expanded=true][aria-controls]')].flatMap(
    (button) => document.getElementById(button.getAttribute('aria-controls') ?? '') ?? [],
  )

  findOverflow()
  findWiderThanParent()
  findCutText()
  findOverlaps()
  findCovered()
  findSmallTargets()
  findWrongSide()
  findUnmarkedScrollers()
  window.scrollTo(0, 0)
  return [...new Set(faults)]

  /** With a modal dialog, only the dialog is checked, because nothing behind it can be used. */
  function findScope(): Element {
    const dialogs = [...document.querySelectorAll('[role=dialog][aria-modal=true], dialog[open]')]
    return dialogs.filter(isVisible).at(-1) ?? document.body
  }

  function styleOf(element: Element): CSSStyleDeclaration {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }

  function isVisible(element: Element): boolean {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1
  }

  function clips(style: CSSStyleDeclaration, axis: 'X' | 'Y'): boolean {
    const overflow = axis === 'X' ? style.overflowX : style.overflowY
    return overflow !== 'visible' || style.clipPath !== 'none'
  }

  /** The ancestors that can clip an element, starting from its containing block. */
  function clippersOf(element: Element): Element[] {
    const positioned: Element[] = []
    let position = styleOf(element).position
    for (
      let next = element.parentElement;
      next && next !== document.documentElement;
      next = next.parentElement
    ) {
      if (position === 'fixed') break
      const style = styleOf(next)
      const isContaining = style.position !== 'static' || style.transform !== 'none'
      if (position === 'absolute' && !isContaining) continue
      if (clips(style, 'X') || clips(style, 'Y')) positioned.push(next)
      if (isContaining) position = style.position
    }
    return positioned
  }

  /** The part of a box that is not clipped by its ancestors; undefined when none is. */
  function visiblePart(element: Element, box: Box = element.getBoundingClientRect()): Box | undefined {
    const part = { left: box.left, top: box.top, right: box.right, bottom: box.bottom }
    for (const clipper of clippersOf(element)) {
      if (clipper === document.body) continue
      const edge = clipper.getBoundingClientRect()
      if (clips(styleOf(clipper), 'X')) {
        part.left = Math.max(part.left, edge.left)
        part.right = Math.min(part.right, edge.right)
      }
      if (clips(styleOf(clipper), 'Y')) {
        part.top = Math.max(part.top, edge.top)
        part.bottom = Math.min(part.bottom, edge.bottom)
      }
    }
    return part.right - part.left > 1 && part.bottom - part.top > 1 ? part : undefined
  }

  function nameOf(element: Element): string {
    const classes = [...element.classList].slice(0, 2).map((name) => `.${name}`)
    const label = element.getAttribute('aria-label') ?? element.textContent ?? ''
    const words = label.replaceAll(/\s+/g, ' ').trim().slice(0, 40)
    return `<${element.tagName.toLowerCase()}${classes.join('')}>${words && ` "${words}"`}`
  }

  /** For screen readers only: a pixel in size, or clipped to nothing. */
  function isHiddenForEyes(element: Element): boolean {
    for (let next: Element | null = element; next && next !== document.body; next = next.parentElement) {
      const style = styleOf(next)
      const { width, height } = next.getBoundingClientRect()
      if (style.position === 'absolute' && clips(style, 'X') && width <= 2 && height <= 2) return true
      if (style.clipPath === 'inset(50%)' || style.clip === 'rect(0px, 0px, 0px, 0px)') return true
    }
    return false
  }

  function allVisible(): Element[] {
    return [...scope.querySelectorAll('*')].filter(
      (element) => !(element instanceof SVGElement) && isVisible(element),
    )
  }

  function findOverflow(): void {
    const { scrollWidth } = document.scrollingElement ?? document.documentElement
    if (scrollWidth > innerWidth + 1)
      faults.push(`the page is ${scrollWidth} px wide in a window of ${innerWidth}`)
    for (const element of allVisible()) {
      if (!element.matches(CONTROLS) && !hasOwnText(element) && element.tagName !== 'IMG') continue
      const part = visiblePart(element)
      // Elements left of the page are for keyboard users, such as a skip link.
      if (!part || part.right <= 0 || isHiddenForEyes(element)) continue
      if (part.right > innerWidth + TOLERANCE || part.left < -TOLERANCE)
        faults.push(
          `${nameOf(element)} is outside of the window (${Math.round(part.left)} to ${Math.round(part.right)})`,
        )
    }
  }

  function findWiderThanParent(): void {
    for (const element of allVisible()) {
      const parent = element.parentElement
      const style = styleOf(element)
      if (!parent || parent === document.body || isHiddenForEyes(element)) continue
      if (style.position !== 'static' && style.position !== 'relative') continue
      if (style.display.startsWith('inline') || style.display === 'contents' || style.transform !== 'none')
        continue
      const parentStyle = styleOf(parent)
      if (parentStyle.display === 'contents' || parentStyle.display === 'inline') continue
      if (parentStyle.overflowX === 'auto' || parentStyle.overflowX === 'scroll') continue
      // Negative margins are intentional, for example to extend to the edges of the window.
      if (parseFloat(style.marginLeft) < 0 || parseFloat(style.marginRight) < 0) continue
      // Carousels have a strip as wide as all slides.
      if (element.closest('[aria-roledescription=carousel]')) continue
      const box = element.getBoundingClientRect()
      const room = parent.getBoundingClientRect()
      if (box.right > room.right + TOLERANCE && box.width > room.width + TOLERANCE)
        faults.push(
          `${nameOf(element)} is wider than its parent ${nameOf(parent)} (${Math.round(box.width)} > ${Math.round(room.width)} px)`,
        )
    }
  }

  function hasOwnText(element: Element): boolean {
    return [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    )
  }

  function findCutText(): void {
    const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      if (!parent || !node.textContent?.trim() || !isVisible(parent) || isHiddenForEyes(parent)) continue
      if (parent.closest('[title]') || parent.closest(`svg, option, ${MAP}`)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      const cutters = [parent, ...clippersOf(parent)].filter((element) => cutsText(element))
      for (const cutter of cutters) {
        const edge = cutter.getBoundingClientRect()
        const isShown = lines.some(
          (line) =>
            line.right > edge.left &&
            line.left < edge.right &&
            line.bottom > edge.top &&
            line.top < edge.bottom,
        )
        if (!isShown || cutter.hasAttribute('title')) continue
        const isCut = lines.some((line) => {
          const below = line.bottom - edge.bottom
          return (
            line.right > edge.right + TOLERANCE ||
            line.left < edge.left - TOLERANCE ||
            below > (line.bottom - line.top) / 3
          )
        })
        if (isCut) faults.push(`the text of ${nameOf(parent)} is cut by ${nameOf(cutter)} and has no title`)
      }
    }
  }

  function cutsText(element: Element): boolean {
    if (element === document.body || element.closest('[aria-roledescription=carousel]')) return false
    const { overflowX, overflowY } = styleOf(element)
    const isScroller = [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll')
    return (
      !isScroller && [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip')
    )
  }

  function controlsOf(): Element[] {
    return [...scope.querySelectorAll(CONTROLS)].filter((element) => {
      if (!isVisible(element) || isHiddenForEyes(element) || element.closest('[inert]')) return false
      if (element.matches(':disabled, [aria-disabled=true]')) return false
      return styleOf(element).pointerEvents !== 'none'
    })
  }

  /** Each line of a wrapped link is a separate box. */
  function boxesOf(element: Element): Box[] {
    const boxes =
      styleOf(element).display === 'inline'
        ? [...element.getClientRects()]
        : [element.getBoundingClientRect()]
    return boxes.flatMap((box) => visiblePart(element, box) ?? [])
  }

  function findOverlaps(): void {
    const controls = controlsOf()
      .flatMap((element) => boxesOf(element).map((box) => ({ element, box })))
      .toSorted((a, b) => a.box.top - b.box.top)
    controls.forEach((a, index) => {
      for (const b of controls.slice(index + 1)) {
        if (b.box.top >= a.box.bottom - TOLERANCE) break
        if (a.element.contains(b.element) || b.element.contains(a.element)) continue
        if (belongTogether(a.element, b.element)) continue
        const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
        const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
        if (width <= TOLERANCE || height <= TOLERANCE) continue
        // A control that is completely on a larger one, such as a heart on a picture, is intentional.
        if (isWithin(a.box, b.box) || isWithin(b.box, a.box)) continue
        faults.push(
          `${nameOf(a.element)} and ${nameOf(b.element)} overlap by ${Math.round(width)} x ${Math.round(height)} px`,
        )
      }
    })
  }

  function isWithin(inner: Box, outer: Box): boolean {
    return (
      inner.left >= outer.left - TOLERANCE &&
      inner.right <= outer.right + TOLERANCE &&
      inner.top >= outer.top - TOLERANCE &&
      inner.bottom <= outer.bottom + TOLERANCE
    )
  }

  /**
   * Pins on a map may overlap. Sticky elements scroll over the rest of the page, and so do
   * popovers.
   */
  function belongTogether(a: Element, b: Element): boolean {
    const map = a.closest(MAP)
    if (map && map === b.closest(MAP)) return true
    return pinnedAround(a) !== pinnedAround(b) || popupOf(a) !== popupOf(b)
  }

  function popupOf(element: Element): Element | undefined {
    return popups.find((popup) => popup.contains(element))
  }

  function pinnedAround(element: Element): Element | undefined {
    for (let next: Element | null = element; next && next !== document.body; next = next.parentElement) {
      const { position } = styleOf(next)
      if (position === 'fixed' || position === 'sticky') return next
    }
    return undefined
  }

  function findCovered(): void {
    for (const control of controlsOf()) {
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const line = control.getClientRects()[0]
      const part = line && visiblePart(control, line)
      if (!part) continue
      const x = (Math.max(part.left, 0) + Math.min(part.right, innerWidth)) / 2
      const y = (Math.max(part.top, 0) + Math.min(part.bottom, innerHeight)) / 2
      const hit = document.elementFromPoint(x, y)
      if (!hit || reaches(hit, control)) continue
      faults.push(`${nameOf(control)} is covered by ${nameOf(hit)}`)
    }
  }

  /** On a touch screen; a link in a sentence is only as high as its line, and one on several lines is high enough. The first and last pixel of a target may be fractions. */
  function findSmallTargets(): void {
    if (innerWidth > 600 && !matchMedia('(pointer: coarse)').matches) return
    for (const control of controlsOf()) {
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const line = control.getClientRects()[0]
      const part = line && visiblePart(control, line)
      if (!part || isInText(control)) continue
      const x = (Math.max(part.left, 0) + Math.min(part.right, innerWidth)) / 2
      const y = (Math.max(part.top, 0) + Math.min(part.bottom, innerHeight)) / 2
      const reach = (right: number, down: number): number => {
        for (let step = 1; step < FINGER; step += 1) {
          const hit = document.elementFromPoint(x + right * step, y + down * step)
          if (hit && !reaches(hit, control)) return step - 1
        }
        return FINGER
      }
      const width = reach(-1, 0) + 1 + reach(1, 0)
      const height = reach(0, -1) + 1 + reach(0, 1)
      if (Math.min(width, height) < FINGER - 2)
        faults.push(`${nameOf(control)} is too small for a finger (${width} x ${height})`)
    }
  }

  function isInText(control: Element): boolean {
    if (styleOf(control).display !== 'inline') return false
    if (control.getClientRects().length > 1) return true
    let block = control.parentElement
    while (block && ['inline', 'contents'].includes(styleOf(block).display)) block = block.parentElement
    return (block?.textContent?.trim().length ?? 0) > (control.textContent?.trim().length ?? 0)
  }

  function findWrongSide(): void {
    for (const element of allVisible().filter((visible) => visible.matches('[dir=auto]'))) {
      const { direction, display, textAlign, paddingRight } = styleOf(element)
      if (direction !== 'rtl' || display !== 'block' || textAlign !== 'start') continue
      const text = document.createRange()
      text.selectNodeContents(element)
      const begin = Math.max(...Array.from(text.getClientRects(), ({ right }) => right))
      if (begin < element.getBoundingClientRect().right - parseFloat(paddingRight) - TOLERANCE)
        faults.push(`${nameOf(element)} reads from the right, but begins at the left`)
    }
  }

  /** Phones and many desktops show no scrollbar: a shade says that there are more columns. */
  function findUnmarkedScrollers(): void {
    for (const table of scope.querySelectorAll('table')) {
      const frame = table.parentElement
      if (!frame || !isVisible(table) || frame.scrollWidth <= frame.clientWidth + TOLERANCE) continue
      if (styleOf(frame).backgroundImage === 'none')
        faults.push(`${nameOf(frame)} scrolls sideways, and nothing shows it`)
    }
  }

  /** Whether a click there reaches the control: itself, its content, its label, or a group that forwards the click. */
  function reaches(hit: Element, control: Element): boolean {
    if (control.contains(hit) || belongTogether(hit, control)) return true
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
    if (labels.some((label) => label.contains(hit))) return true
    const field = control.parentElement?.closest('label, [role=combobox], [role=radiogroup], .ant-select')
    return field?.contains(hit) ?? false
  }
}
