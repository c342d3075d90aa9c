import { type ComponentType, useEffect, useState } from 'react'
import { Button } from './button/button'
import { StateMessage } from './state/state-message'

interface LazyOptions<Props> {
  /** Its name in the message that replaces it when its code cannot be loaded: 'The form'. */
  label?: string
  /** Shown until its code has loaded; nothing by default. */
  Placeholder?: ComponentType<Props>
}

/**
 * A component whose code is loaded when it is first rendered. If that fails, a message with 'Try again' replaces only this
 * component; mounting it again retries as well. React's `lazy` never retries.
 * @param load imports the module and returns the component
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { label = 'This', Placeholder }: LazyOptions<Props> = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function LazyComponent(props: Props) {
    const [attempt, setAttempt] = useState(1)
    const [settledAttempt, setSettledAttempt] = useState(0)
    const isLoaded = loaded !== undefined
    useEffect(() => {
      if (isLoaded) return
      let isCurrent = true
      const settle = () => isCurrent && setSettledAttempt(attempt)
      void load().then((Content) => {
        loaded = Content
        settle()
      }, settle)
      return () => {
        isCurrent = false
      }
    }, [isLoaded, attempt])
    if (loaded) {
      const Content = loaded
      return <Content {...props} />
    }
    if (settledAttempt < attempt) return Placeholder ? <Placeholder {...props} /> : null
    return (
      <StateMessage
        title={`${label} cannot be loaded right now.`}
        detail="Check your connection and try again."
        action={<Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}
      />
    )
  }
}
