import { COLORS_KEY } from './marks'
import { readStored } from './stored'

/** Before anything is shown, which would turn from light to dark. */
export function applyColors(): void {
  document.documentElement.style.colorScheme = readStored(COLORS_KEY) ?? ''
}

export function rememberColors(scheme: string): void {
  try {
    localStorage.setItem(COLORS_KEY, scheme)
  } catch {
    // Then they are for this page.
  }
}
