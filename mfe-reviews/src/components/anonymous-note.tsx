import { type ReactNode } from 'react'

/** Explains to readers and writers that reviews are anonymous, once per list. */
export const AnonymousNote = ({ children }: { children?: ReactNode }) => (
  <p className="offquad-note">
    Reviews are anonymous, and an administrator approves them before they appear.{children}
  </p>
)
