import { createContext, type ReactNode, useContext } from 'react'

interface StyleScopeProps {
  /** Name of the app that renders the children: mfe-browse. */
  app: string
  children: ReactNode
}

const ScopeContext = createContext<string | undefined>(undefined)

/** Attribute of the elements in which an app's styles apply; the build limits its stylesheets to them (ADR 012). */
const SCOPE_ATTRIBUTE = 'data-app'

/** The wrapper generates no box, so that it does not affect layout. */
const NO_BOX = { display: 'contents' } as const

/** The scope of an app's styles: its children, and the menus, dialogs and panels that they open. */
export function StyleScope({ app, children }: StyleScopeProps) {
  return (
    <ScopeContext value={app}>
      <div {...scopeAttribute(app)} style={NO_BOX}>
        {children}
      </div>
    </ScopeContext>
  )
}

/** The app of the enclosing scope, for overlays that render elsewhere in the document; undefined in the shell. */
export const useStyleScope = (): string | undefined => useContext(ScopeContext)

export const scopeAttribute = (app: string | undefined): Record<string, string> =>
  app === undefined ? {} : { [SCOPE_ATTRIBUTE]: app }

const popupContainers = new Map<string, HTMLElement>()

/** All popups of an app share an element at the end of the body, created for the first popup. */
export function popupContainerOf(app: string): HTMLElement {
  const existing = popupContainers.get(app)
  if (existing?.isConnected) return existing
  const container = document.createElement('div')
  container.setAttribute(SCOPE_ATTRIBUTE, app)
  Object.assign(container.style, NO_BOX)
  document.body.append(container)
  popupContainers.set(app, container)
  return container
}
