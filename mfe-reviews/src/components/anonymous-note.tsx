import { type ReactNode } from 'react'

/** What readers and writers of reviews should know about them, once per list. */
export const AnonymousNote = ({ children }: { children?: ReactNode }) => (
  <p className="offquad-note">
    Reviews are anonymous, and an administrator approves them before they appear.{children}
  </p>
)
