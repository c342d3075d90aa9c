import { EARLY_CLICKS } from './early/marks'

interface Recorded {
  [EARLY_CLICKS]?: HTMLElement[]
}

/**
 * What the visitor did on a page that the server rendered before scripts could handle it. Ends the recording.
 * @returns does it again; to be called once the page is being hydrated, because React hydrates first what an event is for
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

/** Has React see text that was typed before it knew the input. */
function type(input: HTMLInputElement, text: string): void {
  // The first event only has React hydrate the input, with the text in it.
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.value = ''
  // React notices changes that bypass the property of this element.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
