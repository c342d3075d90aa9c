import { PRIVATE_CACHE, REMEMBERED_USER_KEY, type Session, User } from '@offquad/contracts'
import { createExternalStore } from '../external-store'
import { storedValue } from '../stored-value'

/** The user of this page, who may come from the last visit before the server has confirmed the session. */
export interface SessionState {
  user: User | undefined
  /** Kept in this tab's memory only; absent until a session of the last visit has been refreshed. */
  accessToken: string | undefined
}

/** Sent between the tabs of this site, never to another origin. */
type Message = { session: Session | null }

const CHANNEL = 'offquad/session'

// Not a secret and never trusted by a server: it lets the next page render the right header at once.
const storedUser = storedValue(REMEMBERED_USER_KEY, User)

// Initially signed out, as on the server, so that a page hydrates in the state in which it was rendered.
export const sessionStore = createExternalStore<SessionState>({ user: undefined, accessToken: undefined })
sessionStore.set({ user: storedUser.get(), accessToken: undefined })

// Not on a server, which has no session.
const hasChannel = typeof window !== 'undefined' && typeof BroadcastChannel !== 'undefined'
const channel = hasChannel ? new BroadcastChannel(CHANNEL) : undefined
if (channel) channel.onmessage = ({ data }: MessageEvent<Message>) => setSession(data.session ?? undefined)

// A page that Back restores was frozen when another page ended the session.
if ('addEventListener' in globalThis)
  addEventListener('pageshow', ({ persisted }) => {
    const user = storedUser.get()
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
  // Deletes the previous user's lists, which are stored for offline use. Not every browser has caches.
  if ('caches' in globalThis && session?.user.uid !== sessionStore.get().user?.uid)
    void forgetPrivateAnswers().catch(() => undefined)
  storedUser.set(session?.user)
  sessionStore.set({ user: session?.user, accessToken: session?.accessToken })
}

async function forgetPrivateAnswers(): Promise<void> {
  await caches.delete(PRIVATE_CACHE)
  // Repeats it in the service worker, after the messages that pages have sent before.
  const worker = await navigator.serviceWorker.getRegistration()
  worker?.active?.postMessage(PRIVATE_CACHE)
}
