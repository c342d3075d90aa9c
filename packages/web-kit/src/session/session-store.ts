import { type Session, User } from '@offquad/contracts'
import { conforms } from '../conforms'

/** Who uses the page: nobody known, or somebody whose session is remembered or confirmed. */
export interface SessionState {
  user: User | undefined
  /** In memory only, and only in this tab; absent while a remembered session has not been refreshed yet. */
  accessToken: string | undefined
}

/** What tabs tell each other. Tokens travel only between tabs of this very site. */
type Message = { session: Session | null }

const USER_KEY = 'offquad/user'
const CHANNEL = 'offquad/session'

let state: SessionState = { user: rememberedUser(), accessToken: undefined }
const listeners = new Set<() => void>()
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)
if (channel) channel.onmessage = ({ data }: MessageEvent<Message>) => put(data.session ?? undefined)

export const sessionState = (): SessionState => state

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Begins, continues or (undefined) ends the session, here and in every other tab of the site. */
export function replaceSession(session: Session | undefined): void {
  put(session)
  channel?.postMessage({ session: session ?? null } satisfies Message)
}

function put(session: Session | undefined): void {
  state = { user: session?.user, accessToken: session?.accessToken }
  rememberUser(session?.user)
  for (const notify of listeners) notify()
}

// Not a secret, and not believed by anybody: it only lets the next page show the right header at once.
function rememberUser(user: User | undefined): void {
  try {
    if (user) localStorage.setItem(USER_KEY, JSON.stringify(user))
    else localStorage.removeItem(USER_KEY)
  } catch {
    // A browser that keeps nothing asks the server each time.
  }
}

function rememberedUser(): User | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(USER_KEY) ?? 'null')
    return conforms(User, kept) ? kept : undefined
  } catch {
    return undefined
  }
}
