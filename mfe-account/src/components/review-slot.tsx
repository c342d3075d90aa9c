import { type Review, reviewListSlot } from '@offquad/contracts'
import { Slot } from '@offquad/web-kit'

/** Reviews as they read everywhere on the site: mfe-reviews shows them. */
export function ReviewSlot({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return null
  return <Slot contract={reviewListSlot} label="Reviews" props={{ reviews }} />
}
