import '../../components/in-turn.css'
import './saved.css'
import { Button, Choice, HeadingRow } from '@offquad/ui'
import { LoadFailure, type QueryFailure, useFocusSuccessor } from '@offquad/web-kit'
import { type ReactNode, useState } from 'react'

interface SortedSectionProps<T> {
  id: string
  title: string
  /** undefined while they load */
  items: T[] | undefined
  failure: QueryFailure | undefined
  /** Title of a failure: 'Your bookmarks cannot be loaded right now.' */
  failureTitle: string
  skeleton: ReactNode
  /** Shown when there are no items. */
  empty: ReactNode
  /** Comparators by their names in the menu; the first is the default. */
  orders: Record<string, (a: T, b: T) => number>
  /** The number of items shown until the section is expanded. */
  collapsedSize: number
  labels: { expand: string; collapse: string }
  children: (items: T[]) => ReactNode
}

/** A titled, counted, sortable list that shows its first items until it is expanded. */
export function SortedSection<T>(props: SortedSectionProps<T>) {
  const { id, title, items, failure, orders } = props
  const names = Object.keys(orders)
  const [order, setOrder] = useState(names[0] ?? '')
  const { successor, onFocus } = useFocusSuccessor<HTMLHeadingElement>()
  return (
    <section
      className="offquad-section account-in-turn"
      aria-labelledby={id}
      aria-busy={items === undefined && failure === undefined}
      onFocus={onFocus}
    >
      <HeadingRow>
        <h2 id={id} ref={successor} tabIndex={-1}>
          {title}
          {items ? ` (${items.length})` : ''}
        </h2>
        {items?.length !== 0 && (
          <Choice
            label="Sort by"
            value={order}
            options={names.map((name) => ({ value: name, label: name }))}
            onChange={setOrder}
          />
        )}
      </HeadingRow>
      <Content {...props} items={items?.toSorted(orders[order])} />
    </section>
  )
}

function Content<T>(props: SortedSectionProps<T>) {
  const { items, failure, failureTitle, skeleton, empty, collapsedSize, labels, children } = props
  const [isExpanded, setIsExpanded] = useState(false)
  if (failure) return <LoadFailure title={failureTitle} {...failure} />
  if (!items) return skeleton
  if (items.length === 0) return empty
  return (
    <>
      {children(isExpanded ? items : items.slice(0, collapsedSize))}
      {items.length > collapsedSize && (
        <p className="offquad-more">
          <Button aria-expanded={isExpanded} onClick={() => setIsExpanded((wasExpanded) => !wasExpanded)}>
            {isExpanded ? labels.collapse : labels.expand}
          </Button>
        </p>
      )}
    </>
  )
}
