import { TextButton } from '@offquad/ui'
import { useState } from 'react'
import { type FormDraft } from './use-draft'

/** A note above the fields of a form that they contain a draft, with a button to start over. */
export function DraftNote({ draft }: { draft: FormDraft<unknown> }) {
  const [existed] = useState(draft.exists)
  if (!existed || !draft.exists) return null
  return (
    <p role="status">
      This is what you typed before. <TextButton onClick={draft.discard}>Discard it</TextButton>
    </p>
  )
}
