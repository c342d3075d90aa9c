import { type SlotContract, slotId, type SlotPropsOf } from '@offquad/contracts'
import { type ComponentType, type ReactNode } from 'react'
import { type Static, type TSchema } from 'typebox'
import { conforms } from '../conforms'

/** What a remote exposes: a page for every route of its remote.json, and components other apps may place. */
export interface RemoteDefinition {
  routes: { path: string; element: ReactNode }[]
  /** By the id of their contract. */
  slots?: ProvidedSlots
}

type ProvidedSlots = Record<string, ComponentType<Record<string, unknown>>>

/** Declares what a remote contributes; the one export of its `./remote` module is called `remote`. */
export const defineRemote = (definition: RemoteDefinition): RemoteDefinition => definition

/** A component as a slot. Where another team's page gives it other props than the contract says, it is not shown. */
export function provideSlot<P extends TSchema>(
  contract: SlotContract<P>,
  Content: ComponentType<Static<P> & object>,
): ProvidedSlots {
  const id = slotId(contract)
  function Provided(props: Record<string, unknown>) {
    if (!conforms(contract.props, props)) throw new Error(`${id} is given other props than its contract says`)
    return <Content {...(props as SlotPropsOf<typeof contract> & object)} />
  }
  return { [id]: Provided }
}
