import { COLORS_KEY } from './marks'
import { readStored } from './stored'

/** Runs before the first paint, or the page would flash from light to dark. */
export function applyColors(): void {
  document.documentElement.style.colorScheme = readStored(COLORS_KEY) ?? ''
}

export function rememberColors(scheme: string): void {
  try {
    localStorage.setItem(COLORS_KEY, scheme)
  } catch {
    // Storage is blocked: the colors last for this page only.
  }
}
