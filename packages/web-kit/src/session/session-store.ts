import { PRIVATE_CACHE, REMEMBERED_USER_KEY, type Session, User } from '@offquad/contracts'
import { conforms } from '../conforms'
import { createExternalStore } from '../external-store'

/** Who uses this page. The user may come from the last visit, before the server has confirmed the session. */
export interface SessionState {
  user: User | undefined
  /** In memory of this tab only; absent until a session of the last visit has been refreshed. */
  accessToken: string | undefined
}

/** Sent between the tabs of this site, never to another origin. */
type Message = { session: Session | null }

const CHANNEL = 'offquad/session'

// Initially signed out, as on the server, so that a page hydrates as it was rendered.
export const sessionStore = createExternalStore<SessionState>({ user: undefined, accessToken: undefined })
sessionStore.set({ user: readStoredUser(), accessToken: undefined })

// None on a server, which has no session.
const hasChannel = typeof window !== 'undefined' && typeof BroadcastChannel !== 'undefined'
const channel = hasChannel ? new BroadcastChannel(CHANNEL) : undefined
if (channel) channel.onmessage = ({ data }: MessageEvent<Message>) => setSession(data.session ?? undefined)

// A page that Back restores was frozen when another one ended the session.
if ('addEventListener' in globalThis)
  addEventListener('pageshow', ({ persisted }) => {
    const user = readStoredUser()
    if (persisted && user?.uid !== sessionStore.get().user?.uid)
      sessionStore.set({ user, accessToken: undefined })
  })

export const sessionState = (): SessionState => sessionStore.get()

/** Starts, renews or (undefined) ends the session, here and in every other tab of the site. */
export function replaceSession(session: Session | undefined): void {
  setSession(session)
  channel?.postMessage({ session: session ?? null } satisfies Message)
}

function setSession(session: Session | undefined): void {
  // The lists of the previous user, kept for offline use. Not every browser has caches.
  if ('caches' in globalThis && session?.user.uid !== sessionStore.get().user?.uid)
    void forgetPrivateAnswers().catch(() => undefined)
  storeUser(session?.user)
  sessionStore.set({ user: session?.user, accessToken: session?.accessToken })
}

async function forgetPrivateAnswers(): Promise<void> {
  await caches.delete(PRIVATE_CACHE)
  // Once more after what pages have sent to the service worker before.
  const worker = await navigator.serviceWorker.getRegistration()
  worker?.active?.postMessage(PRIVATE_CACHE)
}

// Not a secret and never trusted by a server: it lets the next page render the right header at once.
function storeUser(user: User | undefined): void {
  try {
    if (user) localStorage.setItem(REMEMBERED_USER_KEY, JSON.stringify(user))
    else localStorage.removeItem(REMEMBERED_USER_KEY)
  } catch {
    // Where storage is blocked, every page asks the server.
  }
}

function readStoredUser(): User | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(REMEMBERED_USER_KEY) ?? 'null')
    return conforms(User, stored) ? stored : undefined
  } catch {
    return undefined
  }
}
