import './page-container.css'
import { type ReactNode } from 'react'

/** The column a page's content stands in. */
export function PageContainer({ children }: { children: ReactNode }) {
  return <div className="offquad-page">{children}</div>
}
