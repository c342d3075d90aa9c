import { getList, getLists, type Shortlist, watchList } from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { apiQuery, fetchAsUser, invalidateReads, urlOf } from '@offquad/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EventSource } from 'eventsource'
import { useEffect, useState } from 'react'

/** What a list will look like once a change is stored. */
type Guess = (list: Shortlist) => Shortlist

const RETRY_MS = 5_000

/** Sends a change. @returns whether it is stored; otherwise a toast says why not */
export type ChangeList = (send: () => Promise<Shortlist>, guess?: Guess) => Promise<boolean>

/** A list, as it is for all of its members, and with changes of this page that are on their way. */
export function useList(id: string) {
  const client = useQueryClient()
  const call = apiQuery(getList, { params: { id } })
  const [latest, setLatest] = useState(0)
  const query = useQuery({
    ...call,
    // Replies may overtake each other.
    structuralSharing: (current, read) =>
      ((current as Shortlist | undefined)?.version ?? 0) > (read as Shortlist).version ? current : read,
    // Until a read succeeds: the network may be away just when a change is announced.
    refetchInterval: ({ state: { data } }) => (data?.version ?? latest) < latest && RETRY_MS,
  })
  const [guesses, setGuesses] = useState<Guess[]>([])
  const { refetch, data } = query
  useLatestVersion(id, setLatest, refetch)
  const known = data?.version
  useEffect(() => {
    if (known !== undefined && latest > known) void refetch()
  }, [known, latest, refetch])

  const change: ChangeList = async (send, guess) => {
    if (guess) setGuesses((known) => [...known, guess])
    try {
      client.setQueryData(call.queryKey, await send())
      void invalidateReads(client, [getLists])
      return true
    } catch (error) {
      showToast('error', (error as Error).message)
      void refetch()
      return false
    } finally {
      setGuesses((known) => known.filter((one) => one !== guess))
    }
  }
  return { query: { ...query, data: data && guesses.reduce((list, guess) => guess(list), data) }, change }
}

/** Passes on the version that the list has for everyone; `onRefused` is called when the stream is not open to the reader. */
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
        // Lost connections are reopened by EventSource, but not a response that is no stream, as when the list is gone.
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
