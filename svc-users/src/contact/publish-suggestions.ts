import { recordSuggestion } from '@offquad/contracts'
import { drainOutbox, type Jobs } from '@offquad/service-kit'
import { type Repositories } from '../repositories'

interface Deps extends Pick<Repositories, 'pendingBuildings'> {
  jobs: Pick<Jobs, 'add'>
}

/** Sends new submissions to svc-reviews, where their authors may review them, and which apartments they became. */
export async function publishSuggestions({ pendingBuildings, jobs }: Deps): Promise<void> {
  await drainOutbox(pendingBuildings.suggestions, async (submissions) => {
    for (const { id, userId, name, aptId } of submissions)
      await jobs.add(recordSuggestion, { id, userId, name, ...(aptId !== undefined && { aptId }) })
  })
}
