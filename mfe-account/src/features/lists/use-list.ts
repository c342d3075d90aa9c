import { getList, getLists, type Shortlist, watchList } from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { apiQuery, createTurns, fetchAsUser, invalidateReads, urlOf } from '@offquad/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EventSource } from 'eventsource'
import { useEffect, useState } from 'react'

/** Predicts a list's state once a change is stored. */
type Guess = (list: Shortlist) => Shortlist

const RETRY_MS = 5_000

/** Sends a change. @returns whether it is stored; otherwise a toast says why not */
export type ChangeList = (send: () => Promise<Shortlist>, guess?: Guess) => Promise<boolean>

/** The current version of a list, plus changes of this page that are still being sent. */
export function useList(id: string) {
  const client = useQueryClient()
  const call = apiQuery(getList, { params: { id } })
  const [latest, setLatest] = useState(0)
  const query = useQuery({
    ...call,
    // Replies may arrive out of order.
    structuralSharing: (current, read) =>
      ((current as Shortlist | undefined)?.version ?? 0) > (read as Shortlist).version ? current : read,
    // Retries until a read succeeds: the network may fail just when a change is published.
    refetchInterval: ({ state: { data } }) => (data?.version ?? latest) < latest && RETRY_MS,
  })
  const [guesses, setGuesses] = useState<Guess[]>([])
  const [inTurn] = useState(createTurns)
  const { refetch, data } = query
  useLatestVersion(id, setLatest, refetch)
  const version = data?.version
  useEffect(() => {
    if (version !== undefined && latest > version) void refetch()
  }, [version, latest, refetch])

  const change: ChangeList = async (send, guess) => {
    if (guess) setGuesses((current) => [...current, guess])
    try {
      client.setQueryData(call.queryKey, await inTurn(send))
      void invalidateReads(client, [getLists])
      return true
    } catch (error) {
      showToast('error', (error as Error).message)
      void refetch()
      return false
    } finally {
      setGuesses((current) => current.filter((pending) => pending !== guess))
    }
  }
  return { query: { ...query, data: data && guesses.reduce((list, guess) => guess(list), data) }, change }
}

/** Subscribes to the list's latest version; `onRefused` is called when the server refuses the stream. */
function useLatestVersion(id: string, onVersion: (version: number) => void, onRefused: () => unknown): void {
  useEffect(() => {
    let source: EventSource
    let timer: ReturnType<typeof setTimeout> | undefined

    function open(): void {
      source = new EventSource(new URL(urlOf(watchList, { params: { id } }), location.href), {
        fetch: fetchAsUser,
      })
      source.onmessage = ({ data }) => onVersion((JSON.parse(String(data)) as { version: number }).version)
      source.onerror = () => {
        if (source.readyState !== EventSource.CLOSED) return
        onRefused()
        // EventSource reconnects lost connections, but not after other responses, for example when the list was deleted.
        timer = setTimeout(open, RETRY_MS)
      }
    }

    open()
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [id, onVersion, onRefused])
}
