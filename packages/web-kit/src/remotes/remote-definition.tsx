import { type SlotContract, slotId, type SlotPropsOf } from '@offquad/contracts'
import { type ComponentType, type ReactNode } from 'react'
import { type Static, type TSchema } from 'typebox'
import { conforms } from '../conforms'

/** The exports of a remote: a page for every route of its remote.json, and components for slots in other apps. */
export interface RemoteDefinition {
  routes: { path: string; element: ReactNode }[]
  /** Components by slot id. */
  slots?: ProvidedSlots
  /** Only on the server. */
  reads?: RemoteReads
}

/** The URL parameters of a page. */
export interface PageAddress {
  /** The parameters of its route, by name; for a slot, the props derived from them. */
  params: Record<string, string>
  search: URLSearchParams
}

/**
 * The public reads of a remote's pages and slots on their first render, as URLs. The gateway writes the responses into the
 * page before rendering it; reads that depend on other responses are left to the browser.
 */
export interface RemoteReads {
  /** Functions by path of the route. */
  pages: Record<string, (address: PageAddress) => string[]>
  /** Functions by slot id. */
  slots?: Record<string, (address: PageAddress) => string[]>
}

type ProvidedSlots = Record<string, ComponentType<Record<string, unknown>>>

/** Defines a remote; its `./remote` module exports the result as `remote`. */
export const defineRemote = (definition: RemoteDefinition): RemoteDefinition => definition

/**
 * A page whose code is loaded when the page is needed rather than with the remote. For the gateway to preload the code, name
 * its chunk: `import(/* webpackChunkName: "page-…" *\/ …)`, as `pageChunk` of build-kit does for the path.
 * @param path as in remote.json: '/apartment/:aptId'
 * @param load imports the module and returns the component
 */
export function lazyPage(
  path: string,
  load: () => Promise<ComponentType>,
): RemoteDefinition['routes'][number] {
  let Content: ComponentType | undefined
  let loading: Promise<void> | undefined
  function Page() {
    if (!Content) throw new Error(`the code of ${path} is not loaded`)
    return <Content />
  }
  const page = { path, element: <Page /> }
  codes.set(page, {
    isLoaded: () => Content !== undefined,
    load() {
      loading ??= load().then(
        (loaded) => {
          Content = loaded
        },
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
  })
  return page
}

interface PageCode {
  isLoaded: () => boolean
  /** Loads the code once; again only after a failure. */
  load: () => Promise<void>
}

/** Stored separately from the definitions, which remotes share with each other. */
const codes = new WeakMap<RemoteDefinition['routes'][number], PageCode>()

/** The loader of a page's code; undefined if the code is part of the remote. */
export function codeOfPage({ routes }: RemoteDefinition, path: string | undefined): PageCode | undefined {
  const page = routes.find((route) => route.path === path)
  return page && codes.get(page)
}

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
