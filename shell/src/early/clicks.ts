import { EARLY_CLICKS } from './marks'

/**
 * Records clicks until the shell takes over and repeats them: a button that does nothing yet would look broken. Links and forms
 * with an action work without scripts.
 */
export function recordClicks(): void {
  const clicks: HTMLButtonElement[] = []
  Object.assign(window, { [EARLY_CLICKS]: clicks })
  addEventListener(
    'click',
    (event) => {
      if (Reflect.get(window, EARLY_CLICKS) !== clicks) return
      const button = (event.target as Element).closest('button')
      if (!button || (button.type === 'submit' && button.form?.hasAttribute('action'))) return
      event.preventDefault()
      event.stopImmediatePropagation()
      clicks.push(button)
    },
    true,
  )
}
