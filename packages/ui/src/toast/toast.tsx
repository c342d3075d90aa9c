import { message } from 'antd'
import { type ReactNode, useEffect } from 'react'

/** How long a toast stays, in seconds. */
const DURATION_S = 3.5

type Holder = ReturnType<typeof message.useMessage>[0]

let holder: Holder | undefined

/** Only one error at a time, so that an error that was fixed does not stay beside the success message. */
const ERROR_KEY = 'error'

/**
 * Shows a message at the top of the page for a few seconds and announces it to screen readers. Needs a ToastHost on the
 * page. An error or a success replaces the current error.
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

/** Renders the toasts; once on the page, inside the providers that their content needs (the router, for links). */
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
