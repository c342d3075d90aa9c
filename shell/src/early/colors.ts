import { COLORS_KEY } from './marks'

/** Before anything is shown, which would turn from light to dark. */
export function applyColors(): void {
  try {
    document.documentElement.style.colorScheme = localStorage.getItem(COLORS_KEY) ?? ''
  } catch {
    // Browsers that block storage throw.
  }
}

export function rememberColors(scheme: string): void {
  try {
    localStorage.setItem(COLORS_KEY, scheme)
  } catch {
    // Then they are for this page.
  }
}
