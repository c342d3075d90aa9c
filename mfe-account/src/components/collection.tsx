import './collection.css'
import { Button, Choice, StateMessage } from '@offquad/ui'
import { LoadFailure, type ProblemError } from '@offquad/web-kit'
import { type ReactNode, useState } from 'react'

interface CollectionProps<T, Order extends string> {
  id: string
  title: string
  /** undefined while they load */
  items: T[] | undefined
  failure: { title: string; error: ProblemError; onRetry: () => unknown } | undefined
  /** In the shape of what comes. */
  skeleton: ReactNode
  /** What is said where there are none. */
  empty: string
  orders: { value: Order; label: string }[]
  order: Order
  onOrder: (order: Order) => void
  /** How many are shown before all are asked for. */
  shownAtFirst: number
  more: { open: string; close: string }
  children: (items: T[]) => ReactNode
}

/** A titled, counted, sorted list of one's own that shows its beginning first. */
export function Collection<T, Order extends string>(props: CollectionProps<T, Order>) {
  const { id, title, items, orders, order, onOrder } = props
  return (
    <section className="account-section" aria-labelledby={id}>
      <div className="account-head">
        <h2 id={id}>
          {title}
          {items ? ` (${items.length})` : ''}
        </h2>
        <Choice label="Sort by" value={order} options={orders} onChange={onOrder} />
      </div>
      <Content {...props} />
    </section>
  )
}

function Content<T, Order extends string>(props: CollectionProps<T, Order>) {
  const { items, failure, skeleton, empty, shownAtFirst, more, children } = props
  const [isWhole, setIsWhole] = useState(false)
  if (failure) return <LoadFailure {...failure} />
  if (!items) return skeleton
  if (items.length === 0) return <StateMessage title={empty} />
  return (
    <>
      {children(isWhole ? items : items.slice(0, shownAtFirst))}
      {items.length > shownAtFirst && (
        <p className="account-more">
          <Button aria-expanded={isWhole} onClick={() => setIsWhole((wasWhole) => !wasWhole)}>
            {isWhole ? more.close : more.open}
          </Button>
        </p>
      )}
    </>
  )
}
