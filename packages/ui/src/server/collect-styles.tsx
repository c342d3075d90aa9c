import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import { type ReactNode } from 'react'

/** Collects the styles that antd's components inject into the page, where there is no page: on the server. */
export interface StyleCollector {
  /** Wraps a page, outside of its OffquadTheme. */
  Collector: (props: { children: ReactNode }) => ReactNode
  /** The styles of what was rendered, as style elements that antd recognizes in the browser. */
  elements: () => string
  /** The CSS variables of what was rendered, without elements. */
  variables: () => string
}

export function createStyleCollector(): StyleCollector {
  const cache = createCache()
  return {
    Collector: ({ children }) => <StyleProvider cache={cache}>{children}</StyleProvider>,
    elements: () => extractStyle(cache),
    variables: () => extractStyle(cache, { plain: true, types: ['token', 'cssVar'] }),
  }
}
