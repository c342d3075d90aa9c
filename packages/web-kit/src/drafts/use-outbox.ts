import { showToast } from '@offquad/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ProblemError } from '../api/problem-error'
import { useUser } from '../session/session'
import { draftAt, draftsOf, withdrawSubmission } from './drafts'
import { sendDraft } from './send-draft'

/** Periodic, because no `online` event fires after the site was down. */
const RETRY_MS = 20_000

/** Whether a retry may succeed: unreachable, failing, session expired, rate limited. */
const isTemporary = ({ status }: ProblemError): boolean =>
  status === 0 || status >= 500 || [401, 408, 425, 429].includes(status)

/** Sends drafts that were submitted offline: when the page opens, when the connection is back, and periodically. */
export function useOutbox(): void {
  const uid = useUser()?.uid
  const client = useQueryClient()
  useEffect(() => {
    if (uid === undefined) return

    async function attempt(key: string): Promise<void> {
      const submitted = draftAt(key).get()?.submission
      if (!submitted) return
      try {
        const sent = await sendDraft(key)
        if (!sent) return
        showToast('success', sent.sentMessage)
        void client.invalidateQueries()
      } catch (error) {
        if (!(error instanceof ProblemError) || isTemporary(error)) return
        withdrawSubmission(key, submitted.version)
        showToast(
          'error',
          `${submitted.label} was not sent. ${error.message} Open the form again: your text is there.`,
        )
      }
    }
    const attemptAll = () => draftsOf(uid).forEach((key) => void attempt(key))

    attemptAll()
    const timer = setInterval(attemptAll, RETRY_MS)
    window.addEventListener('online', attemptAll)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', attemptAll)
    }
  }, [uid, client])
}
