import { type PublishedApp } from '@offquad/contracts'
import { type ServedVersion } from './shared-packages'

/** Conflicts between a version and other served versions over the slots they provide to and use from each other. */
export function findSlotConflicts(candidate: PublishedApp, others: readonly ServedVersion[]): string[] {
  const missing = (candidate.uses ?? []).flatMap((slot) =>
    others
      .filter(({ app }) => provides(app, slot) === false)
      .map(({ app }) => `it uses ${slot}, which ${app.app} ${app.version} does not provide`),
  )
  return [...missing, ...findRemovedSlots(candidate, others)]
}

/** Slots that other versions use and the candidate does not provide. */
export const findRemovedSlots = (candidate: PublishedApp, others: readonly ServedVersion[]): string[] =>
  others.flatMap(({ app: { app, version, uses = [] } }) =>
    uses
      .filter((slot) => provides(candidate, slot) === false)
      .map((slot) => `it does not provide ${slot}, which ${app} ${version} uses`),
  )

/** Whether an app provides a slot; undefined when the slot belongs to another app. */
function provides({ remote }: PublishedApp, slot: string): boolean | undefined {
  return remote && slot.startsWith(`${remote.name}/`) ? remote.slots.includes(slot) : undefined
}
