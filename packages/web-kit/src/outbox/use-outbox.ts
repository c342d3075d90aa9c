import { showToast } from '@offquad/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '../session/session'
import { onCallQueued } from './outbox'
import { sendQueuedCalls } from './send-queued-calls'

/** The `online` event does not fire when the site was down. */
const RETRY_MS = 20_000

/** Sends calls that were queued offline: when the page opens, when the connection is back, and periodically. */
export function useOutbox(): void {
  const uid = useUser()?.uid
  const client = useQueryClient()
  useEffect(() => {
    if (uid === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true

    const attempt = () => {
      clearTimeout(timer)
      const sending = sendQueuedCalls({
        onSent(call) {
          showToast('success', call.sentMessage)
          void client.invalidateQueries()
        },
        onRejected(call, { message }) {
          showToast(
            'error',
            `${call.label} was not sent. ${message} Open the form again: your text is there.`,
          )
        },
      })
      void sending.then(
        (isQueued) => {
          if (isQueued) scheduleRetry()
        },
        () => scheduleRetry(),
      )
    }
    const scheduleRetry = () => {
      clearTimeout(timer)
      if (isCurrent) timer = setTimeout(attempt, RETRY_MS)
    }

    attempt()
    const stopListening = onCallQueued(scheduleRetry)
    window.addEventListener('online', attempt)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      stopListening()
      window.removeEventListener('online', attempt)
    }
  }, [uid, client])
}
