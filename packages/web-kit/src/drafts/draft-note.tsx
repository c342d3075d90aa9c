import { TextButton } from '@offquad/ui'
import { useState } from 'react'
import { type FormDraft } from './use-draft'

/** Above the fields of a form: says that they have what was typed before, and offers to begin anew. */
export function DraftNote({ draft }: { draft: FormDraft<unknown> }) {
  const [existed] = useState(draft.exists)
  if (!existed || !draft.exists) return null
  return (
    <p role="status">
      This is what you typed before. <TextButton onClick={draft.discard}>Discard it</TextButton>
    </p>
  )
}
