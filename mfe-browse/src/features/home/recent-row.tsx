import './home.css'
import { CardRow, cardSkeletons, TextButton } from '@offquad/ui'
import { bookmarkedCards } from '../../components/bookmarked-card'
import { clearRecentlyViewed, useRecentlyViewed } from '../../components/recently-viewed'

interface RecentRowProps {
  /** Called when the row has disappeared with its button, so that the caller moves the focus. */
  onCleared: () => void
}

/** The apartments recently viewed in this browser. The server knows none, so the row appears after hydration. */
export function RecentRow({ onCleared }: RecentRowProps) {
  const { count, listings } = useRecentlyViewed()
  if (count === 0 || listings?.length === 0) return null
  return (
    <CardRow
      title="Recently Viewed"
      action={
        <TextButton
          onClick={() => {
            clearRecentlyViewed()
            onCleared()
          }}
        >
          Clear
        </TextButton>
      }
      items={listings ? bookmarkedCards(listings) : cardSkeletons(count)}
    />
  )
}
