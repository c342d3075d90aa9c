import { type User } from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { SignInError, useUser, withUser } from '@offquad/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { SAVED, savedKey, type SavedKind } from './saved-kinds'

interface Saved {
  isSaved: boolean
  toggle: () => Promise<void>
}

interface SavedThing {
  kind: SavedKind
  id: string
  /** What is said when it was saved. */
  savedMessage: ReactNode
}

/** Whether something is saved, and saving it or taking it out: shown at once, taken back when it fails. */
export function useSaved({ kind, id, savedMessage }: SavedThing): Saved {
  const uid = useUser()?.uid
  const client = useQueryClient()
  const { data: isSaved = false } = useQuery({
    queryKey: savedKey(uid, kind, id),
    queryFn: () => SAVED[kind].check(id),
    enabled: uid !== undefined,
  })

  // A visitor who signs in for this wants it saved, whatever was known of nobody.
  const next = uid === undefined || !isSaved

  async function change(user: User): Promise<void> {
    const key = savedKey(user.uid, kind, id)
    await client.cancelQueries({ queryKey: key })
    client.setQueryData(key, next)
    try {
      await (next ? SAVED[kind].add(id) : SAVED[kind].remove(id))
      if (next) showToast('success', savedMessage)
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => String(path).startsWith('/api/saved-'),
      })
    } catch (error) {
      client.setQueryData(key, !next)
      throw error
    }
  }

  return {
    isSaved,
    toggle: () =>
      withUser(`save this ${kind}`, change).catch((error: unknown) => {
        // Whoever does not sign in has changed their mind.
        if (error instanceof SignInError) return
        showToast('error', `Error with ${next ? 'saving' : 'unsaving'} ${kind}`)
      }),
  }
}
