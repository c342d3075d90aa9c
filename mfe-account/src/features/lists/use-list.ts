import { getList, getLists, type Shortlist, watchList } from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { apiQuery, fetchAsUser, invalidateReads, urlOf } from '@offquad/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EventSource } from 'eventsource'
import { useEffect, useState } from 'react'

/** What a list will look like once a change is stored. */
type Guess = (list: Shortlist) => Shortlist

/** Sends a change. @returns whether it is stored; otherwise a toast says why not */
export type ChangeList = (send: () => Promise<Shortlist>, guess?: Guess) => Promise<boolean>

/** A list, as it is for all of its members, and with changes of this page that are on their way. */
export function useList(id: string) {
  const client = useQueryClient()
  const call = apiQuery(getList, { params: { id } })
  const query = useQuery(call)
  const [guesses, setGuesses] = useState<Guess[]>([])
  const { refetch, data } = query
  const latest = useLatestVersion(id, refetch)
  const known = data?.version
  useEffect(() => {
    if (known !== undefined && latest > known) void refetch()
  }, [known, latest, refetch])

  const change: ChangeList = async (send, guess) => {
    if (guess) setGuesses((known) => [...known, guess])
    try {
      const stored = await send()
      // A reply of before must not replace it.
      await client.cancelQueries({ queryKey: call.queryKey })
      client.setQueryData(call.queryKey, (known) =>
        known && known.version > stored.version ? known : stored,
      )
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

// After a response that is not a stream, as when the list is gone; lost connections are reopened by EventSource.
const RECONNECT_MS = 5_000

/** The version that the list has for everyone; `onRefused` is called when the stream is not open to the reader. */
function useLatestVersion(id: string, onRefused: () => unknown): number {
  const [version, setVersion] = useState(0)
  useEffect(() => {
    let source: EventSource
    let timer: ReturnType<typeof setTimeout> | undefined

    function open(): void {
      source = new EventSource(new URL(urlOf(watchList, { params: { id } }), location.href), {
        fetch: fetchAsUser,
      })
      source.onmessage = ({ data }) => setVersion((JSON.parse(String(data)) as { version: number }).version)
      source.onerror = () => {
        if (source.readyState !== EventSource.CLOSED) return
        onRefused()
        timer = setTimeout(open, RECONNECT_MS)
      }
    }

    open()
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [id, onRefused])
  return version
}
