import { type ReactNode } from 'react'

/** The centered column of a page's content. */
export function PageContainer({ children }: { children: ReactNode }) {
  return <div className="offquad-page">{children}</div>
}
