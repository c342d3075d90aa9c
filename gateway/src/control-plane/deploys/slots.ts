import { type PublishedApp } from '@offquad/contracts'

/** Where a version and what is served beside it do not agree on the components they place on each other's pages. */
export function findSlotConflicts(candidate: PublishedApp, others: readonly PublishedApp[]): string[] {
  const missing = (candidate.uses ?? []).flatMap((slot) =>
    others
      .filter((other) => provides(other, slot) === false)
      .map(({ app, version }) => `it uses ${slot}, which ${app} ${version} does not provide`),
  )
  return [...missing, ...findRemovedSlots(candidate, others)]
}

/** What others place on their pages and a version does not provide any more. */
export const findRemovedSlots = (candidate: PublishedApp, others: readonly PublishedApp[]): string[] =>
  others.flatMap(({ app, version, uses = [] }) =>
    uses
      .filter((slot) => provides(candidate, slot) === false)
      .map((slot) => `it does not provide ${slot}, which ${app} ${version} uses`),
  )

/** Whether an app provides a slot; undefined when it is another app's. */
function provides({ remote }: PublishedApp, slot: string): boolean | undefined {
  return remote && slot.startsWith(`${remote.name}/`) ? remote.slots.includes(slot) : undefined
}
