import { getLikedReviews, type Review, reviewListSlot, type User } from '@offquad/contracts'
import { ListSkeleton, StateMessage } from '@offquad/ui'
import { queryFailure, Slot, useApi } from '@offquad/web-kit'
import { SortedSection } from './sorted-section'

const byDate = (a: Review, b: Review) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id)
const ORDERS = {
  Recent: byDate,
  Helpful: (a: Review, b: Review) => b.likes - a.likes || byDate(a, b),
}

/** The reviews that the user marked helpful; unmarking one removes it immediately. */
export function HelpfulReviews({ user }: { user: User }) {
  const liked = useApi(getLikedReviews, { params: { uid: user.uid } })
  return (
    <SortedSection
      id="helpful"
      title="Reviews Marked Helpful"
      items={liked.data}
      failure={queryFailure(liked)}
      failureTitle="These reviews cannot be loaded right now."
      skeleton={<ListSkeleton items={2} lines={4} />}
      empty={<StateMessage title="You have not marked any reviews helpful." />}
      orders={ORDERS}
      collapsedSize={2}
      labels={{ expand: 'Show More', collapse: 'Show Less' }}
    >
      {(shown) => <Slot contract={reviewListSlot} label="Reviews" props={{ reviews: shown }} />}
    </SortedSection>
  )
}
