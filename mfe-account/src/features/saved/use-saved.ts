import { type User } from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { SignInError, useUser, withUser } from '@offquad/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { SAVED, savedKey, type SavedKind } from './saved-kinds'

interface Saved {
  isSaved: boolean
  toggle: () => Promise<void>
}

interface SavedThing {
  kind: SavedKind
  id: string
  /** It is in the list of what is saved: nobody has to be asked. */
  isKnownSaved?: boolean
  /** What is said when it was saved. */
  savedMessage: ReactNode
  /** What is said when it was taken out, with a way to undo that. */
  removedMessage: (undo: () => void) => ReactNode
}

/** Whether something is saved, and saving it or taking it out: shown at once, taken back when it fails. */
export function useSaved({
  kind,
  id,
  isKnownSaved = false,
  savedMessage,
  removedMessage,
}: SavedThing): Saved {
  const uid = useUser()?.uid
  const client = useQueryClient()
  const { data: isSaved = isKnownSaved, isError } = useQuery({
    queryKey: savedKey(uid, kind, id),
    queryFn: () => SAVED[kind].check(id),
    enabled: uid !== undefined && !isKnownSaved,
  })

  useEffect(() => {
    if (isError) showToast('error', `Error with checking if ${kind} is saved`)
  }, [isError, kind])

  async function change({ uid }: User, next: boolean): Promise<void> {
    const key = savedKey(uid, kind, id)
    await client.cancelQueries({ queryKey: key })
    client.setQueryData(key, next)
    try {
      await (next ? SAVED[kind].add(id) : SAVED[kind].remove(id))
      showToast('success', next ? savedMessage : removedMessage(() => void set(true)))
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => String(path).startsWith('/api/saved-'),
      })
    } catch (error) {
      client.setQueryData(key, !next)
      throw error
    }
  }

  const set = (next: boolean): Promise<void> =>
    withUser(`save this ${kind}`, (user) => change(user, next)).catch((error: unknown) => {
      const text = `Error with ${next ? 'saving' : 'unsaving'} ${kind}`
      showToast('error', error instanceof SignInError ? error.message : text)
    })

  return {
    isSaved,
    // A visitor who signs in for this wants it saved, whatever was known of nobody.
    toggle: () => set(uid === undefined || !isSaved),
  }
}
