import { forgetDraft, isQueued, keepDraftFields, keepDraftPictures, recallDraft } from '@offquad/web-kit'
import { useEffect, useState } from 'react'
import { type Draft, draftKeyOf, restoreDraft } from './review-draft'

interface ReviewDraft {
  /** undefined until what was kept is read. */
  draft: Draft | undefined
  change: (part: Partial<Draft>) => void
  /** It was sent without a connection and waits for one. */
  isWaiting: boolean
  forget: () => Promise<void>
}

/** What a user fills in about a subject, kept on this device with its pictures until it is sent. */
export function useReviewDraft(uid: string, subject: string, blank: Draft): ReviewDraft {
  const key = draftKeyOf(uid, subject)
  const [draft, setDraft] = useState<Draft>()
  const [isWaiting, setIsWaiting] = useState(false)
  const [first] = useState(blank)

  useEffect(() => {
    let isCurrent = true
    void Promise.all([recallDraft(key), isQueued(uid, subject)]).then(([kept, waits]) => {
      if (!isCurrent) return
      setDraft(restoreDraft(first, kept))
      setIsWaiting(waits)
    })
    return () => {
      isCurrent = false
    }
  }, [key, uid, subject, first])

  function change(part: Partial<Draft>): void {
    if (!draft) return
    const next = { ...draft, ...part }
    const { pictures, ...fields } = next
    setDraft(next)
    keepDraftFields(key, fields)
    if (part.pictures) void keepDraftPictures(key, pictures)
  }

  return { draft, change, isWaiting, forget: () => forgetDraft(key) }
}
