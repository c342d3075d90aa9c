import '@fontsource-variable/inter/index.css'
import './offquad-theme.css'

import '../links.css'
import '../parts.css'
import { createContext, type ReactNode, useContext, useEffect } from 'react'

interface OffquadThemeProps {
  /** The university's color, #rrggbb. */
  brandColor: string
  /** Has no effect: colors follow from CSS alone. Stays until the next major version (ADR 011). */
  isDarkOnServer?: boolean
  children: ReactNode
}

const BrandContext = createContext('#b31b1b')

/** The university's color. */
export const useBrandColor = (): string => useContext(BrandContext)

/** The theme of the product: light or dark by the user's preference, with the university's color. */
export function OffquadTheme({ brandColor, children }: OffquadThemeProps) {
  useEffect(() => {
    document.documentElement.style.setProperty('--offquad-brand', brandColor)
  }, [brandColor])
  return <BrandContext value={brandColor}>{children}</BrandContext>
}
