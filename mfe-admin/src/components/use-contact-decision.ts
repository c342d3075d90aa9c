import {
  type ContactStatus,
  getContactQuestions,
  getPendingBuildings,
  updateContactQuestionStatus,
  updatePendingBuildingStatus,
} from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { api, apiQuery } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { decide } from './undoable-decisions'

const KINDS = {
  building: { list: getPendingBuildings, update: updatePendingBuildingStatus },
  question: { list: getContactQuestions, update: updateContactQuestionStatus },
}

/** Marks a submission or a question as done, or deletes it, after the time in which that can be undone. */
export function useContactDecision(
  kind: keyof typeof KINDS,
): (id: string, name: string, status: Exclude<ContactStatus, 'PENDING'>) => void {
  const client = useQueryClient()
  const { list, update } = KINDS[kind]
  return (id, name, status) =>
    decide({
      id,
      done: `${status === 'COMPLETED' ? 'Done' : 'Deleted'}: ${name}`,
      send: () => api(update, { params: { id, status }, keepalive: true }),
      async settle(error) {
        if (error) showToast('error', `${name}: ${(error as Error).message}`)
        const { queryKey } = apiQuery(list, { params: { status: 'PENDING' } })
        // A list requested before the decision was stored would bring it back.
        await client.cancelQueries({ queryKey })
        if (!error)
          client.setQueryData<{ id: string }[]>(queryKey, (items) => items?.filter((item) => item.id !== id))
        void client.invalidateQueries({ queryKey })
      },
    })
}
