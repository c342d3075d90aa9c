import { fullTitle, usePageTitle } from '@offquad/web-kit'
import { useEffect } from 'react'
import { useWaitingReviews } from './use-waiting-reviews'

/** The number of waiting reviews, first in the browser tab's title, so that it is seen from another tab. */
export function WaitingTitle({ title }: { title: string }) {
  usePageTitle(title)
  const waiting = useWaitingReviews()
  const count = waiting ? waiting.reported + waiting.pending : 0
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${fullTitle(title)}` : fullTitle(title)
  }, [count, title])
  return null
}
