import { REVIEW_READS, WaitingReviews, watchReviews } from '@offquad/contracts'
import { conforms, fetchAsUser, fullTitle, invalidateReads } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { EventSource } from 'eventsource'
import { useEffect, useState } from 'react'

// After a response that is not a stream, as when the service is unavailable; EventSource reopens lost connections.
const RECONNECT_MS = 5_000

/** Subscribes to the number of waiting reviews, undefined until received; refetches reviews when it changes. */
export function useWaitingReviews(): number | undefined {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<WaitingReviews>()
  useEffect(() => {
    let isFirst = true
    return subscribe((counts) => {
      setWaiting(counts)
      // The lists were fetched no earlier than the first message.
      if (!isFirst) void invalidateReads(client, REVIEW_READS)
      isFirst = false
    })
  }, [client])
  return waiting && waiting.reported + waiting.pending
}

/** @returns a function that unsubscribes */
function subscribe(onCounts: (counts: WaitingReviews) => void): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    source = new EventSource(new URL(watchReviews.path, location.href), { fetch: fetchAsUser })
    source.onmessage = ({ data }) => {
      const counts: unknown = JSON.parse(String(data))
      if (conforms(WaitingReviews, counts)) onCounts(counts)
    }
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, RECONNECT_MS)
    }
  }

  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}

/** Shows the number of waiting reviews first in the document title, so that it is visible from other tabs. */
export function useWaitingTitle(title: string, count = 0): void {
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${fullTitle(title)}` : fullTitle(title)
  }, [count, title])
}
