import './admin.css'
import { Button } from '@offquad/ui'

/** How much of a long list is shown at a time. */
export const PAGE_SIZE = 20

interface PagesProps {
  /** 'Pages of pending reviews' */
  label: string
  /** How many lie before what is shown. */
  offset: number
  total: number
  /** What the buttons to the page before and the page after say. */
  names?: [before: string, after: string]
  onTurn: (offset: number) => void
}

/** Leads through a long list; nothing where it fits one page. */
export function Pages({ label, offset, total, names = ['Newer', 'Older'], onTurn }: PagesProps) {
  const end = offset + PAGE_SIZE
  if (total <= PAGE_SIZE) return null
  return (
    <nav className="admin-pages" aria-label={label}>
      <Button disabled={offset === 0} onClick={() => onTurn(Math.max(0, offset - PAGE_SIZE))}>
        {names[0]}
      </Button>
      <span>
        {offset + 1} to {Math.min(end, total)} of {total}
      </span>
      <Button disabled={end >= total} onClick={() => onTurn(end)}>
        {names[1]}
      </Button>
    </nav>
  )
}
