import { deleteGuide, type GuideSource, isolated, listGuides } from '@offquad/contracts'
import { Button, Dialog, showToast } from '@offquad/ui'
import { api, invalidateReads } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { scheduleDecision } from '../../components/undoable-decisions'
import { useUrlParams } from '../../components/use-url-params'

/** Asks for confirmation; the deletion can be undone for a few seconds. */
export function DeleteGuide({ guide: { id, title, state, version } }: { guide: GuideSource }) {
  const client = useQueryClient()
  const { setParams } = useUrlParams()
  const [isOpen, setIsOpen] = useState(false)

  function remove(): void {
    scheduleDecision({
      id,
      message: `Deleted: ${isolated(title)}`,
      send: () => api(deleteGuide, { params: { id }, body: { version }, keepalive: true }),
      async onSettled(error) {
        if (error) showToast('error', `${isolated(title)}: ${(error as Error).message}`)
        await invalidateReads(client, [listGuides])
      },
    })
    setParams({ id: undefined })
  }

  return (
    <>
      <Button danger onClick={() => setIsOpen(true)}>
        Delete
      </Button>
      <Dialog title="Delete this guide?" width={480} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <div className="offquad-confirm">
          <p>
            {state === 'published'
              ? 'Links to it will lead nowhere, and its text is gone. As a draft it would be kept.'
              : 'Its text is gone for good.'}
          </p>
          <Button danger onClick={remove}>
            Delete
          </Button>
          <Button onClick={() => setIsOpen(false)}>Keep it</Button>
        </div>
      </Dialog>
    </>
  )
}
