import '@fontsource-variable/inter/index.css'
import './offquad-theme.css'
import '../links.css'
import { StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider, theme } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { useMediaQuery } from './use-media-query'

interface OffquadThemeProps {
  /** The university's colour, #rrggbb. */
  brandColor: string
  children: ReactNode
}

const FONT = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

const FIELD = {
  activeBorderColor: 'var(--offquad-text)',
  hoverBorderColor: 'var(--offquad-text-soft)',
  activeShadow: 'none',
  activeOutlineColor: 'transparent',
}

/** Light enough for text on dark surfaces, once Ant Design has darkened it (5.7:1 and more); text on it is dark. */
const DARK_ERROR = { color: '#ff9d95', active: '#cf7f79', textOn: '#1c1b1a' }

/** The brand's colour, which Ant Design gives to a button under the pointer, is too dark to be read there. */
const DARK_BUTTON = {
  dangerColor: DARK_ERROR.textOn,
  defaultHoverColor: 'var(--offquad-text)',
  defaultHoverBorderColor: 'var(--offquad-text)',
  defaultActiveColor: 'var(--offquad-text)',
}

/** The one theme of the product: light or dark as the reader prefers, coloured after the university. */
export function OffquadTheme({ brandColor, children }: OffquadThemeProps) {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  useEffect(() => {
    document.documentElement.style.setProperty('--offquad-brand', brandColor)
  }, [brandColor])
  return (
    // In a cascade layer: the rules of ui, the shell and the remotes win over its own, whatever their selectors.
    <StyleProvider layer>
      <ConfigProvider
        theme={{
          algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
          token: {
            colorPrimary: brandColor,
            // Ant Design's own red is too light to be read on white.
            colorError: isDark ? DARK_ERROR.color : '#b3261e',
            ...(isDark && { colorErrorActive: DARK_ERROR.active }),
            colorLink: 'var(--offquad-link)',
            fontFamily: FONT,
            fontSize: 16,
            borderRadius: 10,
            controlHeight: 40,
            motion: !isStill,
          },
          // The brand's colour may be red, which around a field means that something is wrong with it.
          components: {
            Input: FIELD,
            Select: FIELD,
            ...(isDark && { Button: DARK_BUTTON }),
          },
        }}
      >
        {children}
      </ConfigProvider>
    </StyleProvider>
  )
}
