import { type SlotContract, slotId, type SlotPropsOf } from '@offquad/contracts'
import { loadedRemote } from './load-remote'
import { type PageAddress } from './remote-definition'

/** The reads of a slot on a page; none if its remote is not loaded, or fails. */
export function readsOfSlot<S extends SlotContract>(
  slot: S,
  props: Partial<SlotPropsOf<S>> & Record<string, string>,
  { search }: PageAddress,
): string[] {
  try {
    return loadedRemote(slot.remote)?.reads?.slots?.[slotId(slot)]?.({ params: props, search }) ?? []
  } catch {
    return []
  }
}
