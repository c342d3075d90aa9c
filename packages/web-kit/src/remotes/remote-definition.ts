import { type ComponentType, type ReactNode } from 'react'

/** What a remote exposes: a page for every route of its remote.json, and components other remotes may place. */
export interface RemoteDefinition {
  routes: { path: string; element: ReactNode }[]
  slots?: Record<string, ComponentType<SlotProps>>
}

/** Props cross team borders as plain data; the slot's component checks what it needs. */
export type SlotProps = Record<string, unknown>

/** Declares what a remote contributes; the one export of its `./remote` module is called `remote`. */
export const defineRemote = (definition: RemoteDefinition): RemoteDefinition => definition
