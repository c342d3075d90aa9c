import { type ReactNode } from 'react'

/** Keeps the footer below the fold, so that it does not shift when content of unknown length has loaded. */
export const BelowFold = ({ children }: { children: ReactNode }) => (
  <div style={{ minHeight: '100svh' }}>{children}</div>
)
