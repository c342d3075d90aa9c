import { type SlotContract, slotId, type SlotPropsOf } from '@offquad/contracts'
import { type ComponentType, type ReactNode } from 'react'
import { type Static, type TSchema } from 'typebox'
import { conforms } from '../conforms'

/** What a remote exposes: a page for every route of its remote.json, and components for slots in other apps. */
export interface RemoteDefinition {
  routes: { path: string; element: ReactNode }[]
  /** By slot id. */
  slots?: ProvidedSlots
}

type ProvidedSlots = Record<string, ComponentType<Record<string, unknown>>>

/** Defines a remote; its `./remote` module exports the result as `remote`. */
export const defineRemote = (definition: RemoteDefinition): RemoteDefinition => definition

/** Provides a component for a slot. It throws, and is replaced by a message, when its props do not match the contract. */
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
