import { message } from 'antd'
import { type ReactNode, useEffect } from 'react'

/** How long a toast stays, in seconds. */
const DURATION_S = 3.5

type Holder = ReturnType<typeof message.useMessage>[0]

let holder: Holder | undefined

/** A short word at the top of the page that goes by itself; screen readers say it. Needs a ToastHost on the page. */
export function showToast(kind: 'success' | 'error', content: ReactNode): void {
  void holder?.open({
    type: kind,
    duration: DURATION_S,
    content: <span role={kind === 'error' ? 'alert' : 'status'}>{content}</span>,
  })
}

/** Where toasts appear; once on the page, inside whatever their content needs (the router, for links). */
export function ToastHost() {
  const [api, place] = message.useMessage({ top: 16, maxCount: 3 })
  useEffect(() => {
    holder = api
    return () => {
      if (holder === api) holder = undefined
    }
  }, [api])
  return place
}
