import { EARLY_CLICKS } from './early/marks'

interface Recorded {
  [EARLY_CLICKS]?: HTMLElement[]
}

/**
 * Reads the visitor's input on a server-rendered page from the time before scripts could handle it. Ends the recording.
 * @returns a function that repeats the input. Call it during hydration, because React hydrates the target of an event first
 */
export function takeEarlyInput(container: HTMLElement): () => void {
  const recorded = window as Recorded
  const clicks = recorded[EARLY_CLICKS] ?? []
  recorded[EARLY_CLICKS] = undefined
  const typed = [...container.querySelectorAll<HTMLInputElement>('input:not([type=checkbox], [type=radio])')]
    .filter((input) => input.value !== input.defaultValue)
    .map((input) => ({ input, text: input.value }))
  const chosen = [...container.querySelectorAll('select')]
    .filter(({ selectedOptions }) => [...selectedOptions].some((option) => !option.defaultSelected))
    .map((select) => ({ select, value: select.value }))
  return () => {
    for (const { input, text } of typed) type(input, text)
    for (const { select, value } of chosen) {
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    for (const button of clicks) if (button.isConnected) button.click()
  }
}

/** Reports text to React that was typed before the input was hydrated. */
function type(input: HTMLInputElement, text: string): void {
  // The first event only makes React hydrate the input, with the text in it.
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.value = ''
  // React notices changes that bypass the property of this element.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
