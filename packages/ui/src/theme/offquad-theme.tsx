import '@fontsource-variable/inter/index.css'
import './offquad-theme.css'
import '../links.css'
import { StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider, theme } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { useMediaQuery } from './use-media-query'

interface OffquadThemeProps {
  /** The university's color, #rrggbb. */
  brandColor: string
  /** Whether it is dark where there are no media queries: on the server. */
  isDarkOnServer?: boolean
  children: ReactNode
}

/** The class of antd's CSS variables. Fixed, so that the server can render the variables of both color schemes. */
const VARIABLES_CLASS = 'offquad-antd'

const FONT = "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

const FIELD = {
  activeBorderColor: 'var(--offquad-text)',
  hoverBorderColor: 'var(--offquad-text-soft)',
  activeShadow: 'none',
  activeOutlineColor: 'transparent',
}

/** Light enough for text on dark surfaces after antd has darkened it (contrast 5.7:1 and more); text on it is dark. */
const DARK_ERROR = { color: '#ff9d95', active: '#cf7f79', textOn: '#1c1b1a' }

/** antd gives hovered buttons the brand color, which is too dark to read on a dark surface. */
const DARK_BUTTON = {
  dangerColor: DARK_ERROR.textOn,
  defaultHoverColor: 'var(--offquad-text)',
  defaultHoverBorderColor: 'var(--offquad-text)',
  defaultActiveColor: 'var(--offquad-text)',
}

/** The theme of the product: light or dark by the user's preference, with the university's color. */
export function OffquadTheme({ brandColor, isDarkOnServer = false, children }: OffquadThemeProps) {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)') || isDarkOnServer
  // Not `reduce`: antd mounts everything again when motion ends after the first render, where the answer is always no.
  const isMoving = useMediaQuery('(prefers-reduced-motion: no-preference)')
  useEffect(() => {
    document.documentElement.style.setProperty('--offquad-brand', brandColor)
  }, [brandColor])
  return (
    // antd's rules go into a cascade layer below those of ui, the shell and the remotes.
    <StyleProvider layer>
      <ConfigProvider
        theme={{
          cssVar: { key: VARIABLES_CLASS },
          // Without a hash of the tokens in class names, both color schemes have the same.
          hashed: false,
          algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
          token: {
            colorPrimary: brandColor,
            // antd's red is too light to read on white.
            colorError: isDark ? DARK_ERROR.color : '#b3261e',
            ...(isDark && { colorErrorActive: DARK_ERROR.active }),
            colorLink: 'var(--offquad-link)',
            fontFamily: FONT,
            fontSize: 16,
            borderRadius: 10,
            controlHeight: 40,
            motion: isMoving,
          },
          // The brand color may be red, which around a field would look like an error.
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
