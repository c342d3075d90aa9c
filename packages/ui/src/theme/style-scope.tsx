import { ConfigProvider } from 'antd'
import { createContext, type ReactNode, useContext } from 'react'

interface StyleScopeProps {
  /** Name of the app that renders the children: mfe-browse. */
  app: string
  children: ReactNode
}

const ScopeContext = createContext<string | undefined>(undefined)

/** Attribute of the elements in which an app's styles apply; the build confines the app's stylesheets to them. */
const SCOPE_ATTRIBUTE = 'data-app'

/** No box of its own: the children are laid out as if they stood in the parent. */
const NO_BOX = { display: 'contents' } as const

/** Where an app's styles apply: its children, and the menus, dialogs and panels they open over the page. */
export function StyleScope({ app, children }: StyleScopeProps) {
  return (
    <ScopeContext value={app}>
      <ConfigProvider getPopupContainer={() => popupContainerOf(app)}>
        <div {...scopeAttribute(app)} style={NO_BOX}>
          {children}
        </div>
      </ConfigProvider>
    </ScopeContext>
  )
}

/** The scope of whoever renders this, for what opens outside of its element; undefined in the shell. */
export const useStyleScope = (): string | undefined => useContext(ScopeContext)

export const scopeAttribute = (app: string | undefined): Record<string, string> =>
  app === undefined ? {} : { [SCOPE_ATTRIBUTE]: app }

/** Content of an overlay whose own element takes no attributes. */
export function ScopedContent({ app, children }: { app: string | undefined; children: ReactNode }) {
  if (app === undefined) return children
  return (
    <div {...scopeAttribute(app)} style={NO_BOX}>
      {children}
    </div>
  )
}

const popupContainers = new Map<string, HTMLElement>()

/** Popups of an app share one element at the end of the page, made when the first opens. */
function popupContainerOf(app: string): HTMLElement {
  const known = popupContainers.get(app)
  if (known?.isConnected) return known
  const container = document.createElement('div')
  container.setAttribute(SCOPE_ATTRIBUTE, app)
  Object.assign(container.style, NO_BOX)
  document.body.append(container)
  popupContainers.set(app, container)
  return container
}
