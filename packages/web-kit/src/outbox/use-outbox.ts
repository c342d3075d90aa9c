import { showToast } from '@offquad/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '../session/session'
import { onCallQueued } from './outbox'
import { sendQueuedCalls } from './send-queued-calls'

/** The browser does not know when a site that was down is back. */
const RETRY_MS = 20_000

/** Sends what was queued without a connection: when the page opens, when the connection is back, and again after a while. */
export function useOutbox(): void {
  const uid = useUser()?.uid
  const client = useQueryClient()
  useEffect(() => {
    if (uid === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true

    const attempt = () => {
      clearTimeout(timer)
      void sendQueuedCalls({
        onSent(call) {
          showToast('success', call.sentMessage)
          void client.invalidateQueries()
        },
        onRefused(call, { message }) {
          showToast(
            'error',
            `${call.label} was not sent. ${message} Open the form again: your text is there.`,
          )
        },
      }).then(
        (isWaiting) => {
          if (isWaiting) later()
        },
        () => later(),
      )
    }
    const later = () => {
      clearTimeout(timer)
      if (isCurrent) timer = setTimeout(attempt, RETRY_MS)
    }

    attempt()
    const stopListening = onCallQueued(later)
    window.addEventListener('online', attempt)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      stopListening()
      window.removeEventListener('online', attempt)
    }
  }, [uid, client])
}
