import { type ComponentType, useEffect, useState } from 'react'

/**
 * A component that visitors open, such as a dialog. Its code is loaded when it is first rendered; until then it is empty. It
 * throws if the code cannot be loaded, and tries again when it is mounted again.
 * @param load imports the module and returns the component
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function LazyComponent(props: Props) {
    const [result, setResult] = useState<{ failure: unknown }>()
    const isLoaded = loaded !== undefined
    useEffect(() => {
      if (isLoaded) return
      load().then(
        (Content) => {
          loaded = Content
          setResult({ failure: undefined })
        },
        (failure: unknown) => setResult({ failure }),
      )
    }, [isLoaded])
    if (loaded) {
      const Content = loaded
      return <Content {...props} />
    }
    if (result) throw result.failure
    return null
  }
}
