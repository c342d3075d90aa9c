import { WaitingReviews, watchReviews } from '@offquad/contracts'
import { conforms, fetchAsUser } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { EventSource } from 'eventsource'
import { useEffect, useState } from 'react'
import { refreshReviews } from '../../queries/refresh-reviews'

// After an answer that is no stream, as while the service is away; a lost connection is opened anew sooner by itself.
const REOPEN_MS = 5_000

/** How many reviews wait, as it changes; whatever shows reviews is read again then. undefined until it is known. */
export function useWaitingReviews(): WaitingReviews | undefined {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<WaitingReviews>()
  useEffect(() => {
    let isFirst = true
    return watch((counts) => {
      setWaiting(counts)
      // The lists are as new as the first message is.
      if (!isFirst) void refreshReviews(client)
      isFirst = false
    })
  }, [client])
  return waiting
}

/** Hears of waiting reviews until the answer is called. */
function watch(onCounts: (counts: WaitingReviews) => void): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    source = new EventSource(new URL(watchReviews.path, location.href), { fetch: fetchAsUser })
    source.onmessage = ({ data }) => {
      const counts: unknown = JSON.parse(String(data))
      if (conforms(WaitingReviews, counts)) onCounts(counts)
    }
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS)
    }
  }

  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
