import { message } from 'antd'
import { type ReactNode, useEffect } from 'react'

/** How long a toast stays, in seconds. */
const DURATION_S = 3.5

type Holder = ReturnType<typeof message.useMessage>[0]

let holder: Holder | undefined

/** One at a time, so that what was fixed does not stand beside the word of success. */
const ERROR_KEY = 'error'

/**
 * A short word at the top of the page that goes by itself; screen readers say it. Needs a ToastHost on the page. It
 * replaces the error that is still shown.
 */
export function showToast(kind: 'success' | 'info' | 'error', content: ReactNode): void {
  if (kind === 'success') holder?.destroy(ERROR_KEY)
  void holder?.open({
    ...(kind === 'error' && { key: ERROR_KEY }),
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
