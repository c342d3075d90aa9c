import { getLikedReviews, type Review, reviewListSlot, type User } from '@offquad/contracts'
import { ListSkeleton } from '@offquad/ui'
import { queryFailure, Slot, useApi } from '@offquad/web-kit'
import { useState } from 'react'
import { SortedSection } from './sorted-section'

const ORDERS = [
  { value: 'recent', label: 'Recent' },
  { value: 'helpful', label: 'Helpful' },
] as const
type Order = (typeof ORDERS)[number]['value']

const byDate = (a: Review, b: Review) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id)
const compareIn: Record<Order, (a: Review, b: Review) => number> = {
  recent: byDate,
  helpful: (a, b) => b.likes - a.likes || byDate(a, b),
}

/** The reviews that the user marked helpful; unmarking one removes it immediately. */
export function HelpfulReviews({ user }: { user: User }) {
  const liked = useApi(getLikedReviews, { params: { uid: user.uid } })
  const [order, setOrder] = useState<Order>('recent')
  return (
    <SortedSection
      id="helpful"
      title="Reviews Marked Helpful"
      items={liked.data?.toSorted(compareIn[order])}
      failure={queryFailure(liked)}
      failureTitle="These reviews cannot be loaded right now."
      skeleton={<ListSkeleton items={2} lines={4} />}
      empty="You have not marked any reviews helpful."
      orders={[...ORDERS]}
      order={order}
      onOrder={setOrder}
      collapsedSize={2}
      labels={{ expand: 'Show More', collapse: 'Show Less' }}
    >
      {(shown) => <Slot contract={reviewListSlot} label="Reviews" props={{ reviews: shown }} />}
    </SortedSection>
  )
}
