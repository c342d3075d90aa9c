import { message } from 'antd'
import { useEffect } from 'react'
import { AntdTheme } from './antd-theme'

type Holder = ReturnType<typeof message.useMessage>[0]

/** Renders messages at the top of the page; `onReady` receives what opens and closes them, and undefined when it unmounts. */
export function Messages({ onReady }: { onReady: (holder: Holder | undefined) => void }) {
  return (
    <AntdTheme>
      <MessageHolder onReady={onReady} />
    </AntdTheme>
  )
}

function MessageHolder({ onReady }: { onReady: (holder: Holder | undefined) => void }) {
  const [holder, element] = message.useMessage({ top: 16, maxCount: 3 })
  useEffect(() => {
    onReady(holder)
    return () => onReady(undefined)
  }, [holder, onReady])
  return element
}
