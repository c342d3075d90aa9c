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
import { decide } from './waiting-decisions'

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
      onSettled(error) {
        if (error) showToast('error', `${name}: ${(error as Error).message}`)
        void client.invalidateQueries({
          queryKey: apiQuery(list, { params: { status: 'PENDING' } }).queryKey,
        })
      },
    })
}
