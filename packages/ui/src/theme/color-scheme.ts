import { useSyncExternalStore } from 'react'

/** The colors of the page: the system's, unless the reader has chosen. */
const COLOR_SCHEMES = ['system', 'light', 'dark'] as const
export type ColorScheme = (typeof COLOR_SCHEMES)[number]

const CHANGED = 'offquad-colors'
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

const chosenScheme = (): ColorScheme =>
  COLOR_SCHEMES.find((scheme) => scheme === document.documentElement.style.colorScheme) ?? 'system'

/** Whether the page is dark, for content that CSS does not color. */
export function isDark(): boolean {
  const chosen = chosenScheme()
  return chosen === 'system' ? systemIsDark().matches : chosen === 'dark'
}

/** @returns a function that stops watching */
export function watchColors(notify: () => void): () => void {
  const system = systemIsDark()
  system.addEventListener('change', notify)
  window.addEventListener(CHANGED, notify)
  return () => {
    system.removeEventListener('change', notify)
    window.removeEventListener(CHANGED, notify)
  }
}

/** Renders again when that changes; false on the server and while hydrating. */
export const useIsDark = (): boolean => useSyncExternalStore(watchColors, isDark, () => false)

export const useColorScheme = (): ColorScheme =>
  useSyncExternalStore(watchColors, chosenScheme, () => 'system')

/** Applies the choice to this page; the caller stores it. */
export function chooseColorScheme(scheme: ColorScheme): void {
  document.documentElement.style.colorScheme = scheme === 'system' ? '' : scheme
  window.dispatchEvent(new Event(CHANGED))
}

/**
 * The value of a custom property in the page's colors, for drawing without CSS, where light-dark() is not resolved.
 * @param name '--offquad-line'
 */
export function colorIn(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`
  const { color } = getComputedStyle(element)
  element.style.color = ''
  return color
}
