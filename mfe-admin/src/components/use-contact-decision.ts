import {
  type ContactStatus,
  getContactQuestions,
  getPendingBuildings,
  isolated,
  updateContactQuestionStatus,
  updatePendingBuildingStatus,
} from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { api, apiQuery } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { scheduleDecision } from './undoable-decisions'

const ENDPOINTS = {
  building: { list: getPendingBuildings, update: updatePendingBuildingStatus },
  question: { list: getContactQuestions, update: updateContactQuestionStatus },
}

/**
 * Marks a submitted apartment or a question as done, or deletes it; either can be undone for a few seconds. With `aptId`, the
 * apartment created from the submission, it becomes done regardless of earlier decisions.
 */
export function useContactDecision(
  kind: keyof typeof ENDPOINTS,
): (id: string, name: string, status: Exclude<ContactStatus, 'PENDING'>, aptId?: string) => void {
  const client = useQueryClient()
  const { list, update } = ENDPOINTS[kind]
  return (id, name, status, aptId) =>
    scheduleDecision({
      id,
      onUndone: () =>
        requestAnimationFrame(() =>
          [...document.querySelectorAll<HTMLElement>('[data-contact]')]
            .find(({ dataset }) => dataset.contact === id)
            ?.focus(),
        ),
      message: `${status === 'COMPLETED' ? 'Done' : 'Deleted'}: ${isolated(name)}`,
      send: () =>
        api(update, {
          params: { id, status },
          query: aptId ? { aptId } : { from: 'PENDING' },
          keepalive: true,
        }),
      async onSettled(error) {
        if (error) showToast('error', `${isolated(name)}: ${(error as Error).message}`)
        const { queryKey } = apiQuery(list, { params: { status: 'PENDING' } })
        // A list requested before the decision was stored would show the item again.
        await client.cancelQueries({ queryKey })
        if (!error)
          client.setQueryData<{ id: string }[]>(queryKey, (items) => items?.filter((item) => item.id !== id))
        void client.invalidateQueries({ queryKey })
      },
    })
}
