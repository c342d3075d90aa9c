import { StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider, theme } from 'antd'
import { type ReactNode } from 'react'
import { useBrandColor } from '../theme/offquad-theme'
import { popupContainerOf, useStyleScope } from '../theme/style-scope'
import { useIsDark } from '../theme/color-scheme'
import { useMediaQuery } from '../theme/use-media-query'

const FIELD = {
  colorBorder: 'var(--offquad-line-strong)',
  colorBgContainer: 'var(--offquad-surface)',
  colorTextPlaceholder: 'var(--offquad-text-soft)',
  activeBorderColor: 'var(--offquad-text)',
  hoverBorderColor: 'var(--offquad-text-soft)',
  activeShadow: 'none',
  activeOutlineColor: 'transparent',
}

/** Light enough for text on dark surfaces after antd has darkened it (contrast 5.7:1 and more). */
const DARK_ERROR = { color: '#ff9d95', active: '#cf7f79' }

/**
 * The theme of antd's components: light or dark by the user's preference, with the university's color. Each of these components
 * wraps itself in the theme, within its own chunk, so that no page loads antd before someone opens one of them (ADR 014).
 */
export function AntdTheme({ children }: { children: ReactNode }) {
  const app = useStyleScope()
  const brandColor = useBrandColor()
  const isDark = useIsDark()
  // Not `reduce`: no query matches on the first render, and antd remounts everything when motion ends later.
  const isMoving = useMediaQuery('(prefers-reduced-motion: no-preference)')
  return (
    // antd's rules go into a cascade layer below those of ui, the shell and the remotes.
    <StyleProvider layer>
      <ConfigProvider
        getPopupContainer={app === undefined ? undefined : () => popupContainerOf(app)}
        theme={{
          cssVar: { key: 'offquad-antd' },
          algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
          token: {
            colorPrimary: brandColor,
            // antd's red is too light to read on white.
            colorError: isDark ? DARK_ERROR.color : '#b3261e',
            ...(isDark && { colorErrorActive: DARK_ERROR.active }),
            colorLink: 'var(--offquad-link)',
            fontFamily: 'var(--offquad-font)',
            fontSize: 16,
            borderRadius: 10,
            controlHeight: 40,
            motion: isMoving,
          },
          // The brand color may be red, which around a field would look like an error.
          components: { Select: FIELD },
        }}
      >
        {children}
      </ConfigProvider>
    </StyleProvider>
  )
}
