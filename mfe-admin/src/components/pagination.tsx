import './admin.css'
import { Button } from '@offquad/ui'
import { Link } from 'react-router-dom'
import { useUrlParams } from './use-url-params'

export const PAGE_SIZE = 20

interface PaginationProps {
  /** 'Pages of pending reviews' */
  label: string
  /** The number of items before the page. */
  offset: number
  total: number
  buttons?: { previous: string; next: string }
  onChange: (offset: number) => void
}

/** Pages through a list by offset; nothing if it fits on one page. */
export function Pagination({
  label,
  offset,
  total,
  buttons = { previous: 'Newer', next: 'Older' },
  onChange,
}: PaginationProps) {
  const end = offset + PAGE_SIZE
  if (total <= PAGE_SIZE) return null
  return (
    <nav className="offquad-more offquad-cluster" aria-label={label}>
      <Button disabled={offset === 0} onClick={() => onChange(Math.max(0, offset - PAGE_SIZE))}>
        {buttons.previous}
      </Button>
      <span>
        {offset + 1} to {Math.min(end, total)} of {total}
      </span>
      <Button disabled={end >= total} onClick={() => onChange(end)}>
        {buttons.next}
      </Button>
    </nav>
  )
}

interface CursorPaginationProps {
  label: string
  /** Cursor of the next page; undefined on the last page. */
  next: string | undefined
}

/** Pages through a list by the URL parameter `cursor`; nothing if it fits on one page. */
export function CursorPagination({ label, next }: CursorPaginationProps) {
  const { params, hrefWith } = useUrlParams()
  const cursor = params.get('cursor')
  if (!cursor && !next) return null
  return (
    <nav className="offquad-more offquad-cluster" aria-label={label}>
      {cursor && <Link to={hrefWith({ cursor: undefined })}>First page</Link>}
      {next && <Link to={hrefWith({ cursor: next })}>Next</Link>}
    </nav>
  )
}
