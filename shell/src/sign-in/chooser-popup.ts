/** The sign-in was not completed; the message is for the user. */
export class PopupError extends Error {
  override name = 'PopupError'
}

const SIZE = 'popup,width=480,height=640'
const CLOSED_CHECK_MS = 300

/**
 * Opens the development identity provider's account chooser and returns its credential. Call it in a click handler, or
 * browsers block the popup.
 * @throws PopupError when the window is blocked, or closed before an account was chosen
 */
export function chooseAccount(
  chooserUrl: string,
  { clientId, nonce }: { clientId: string; nonce: string | undefined },
): Promise<string> {
  const url = new URL(chooserUrl)
  if (nonce !== undefined) url.searchParams.set('nonce', nonce)
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('origin', location.origin)
  const popup = window.open(url, 'offquad-sign-in', SIZE)
  if (!popup)
    return Promise.reject(
      new PopupError('Your browser blocked the sign-in window. Allow pop-ups for this site and try again.'),
    )
  return new Promise((resolve, reject) => {
    const listen = ({ origin, source, data }: MessageEvent<{ credential?: unknown } | null>) => {
      // Any window can post messages: accept only those of the popup, from its origin.
      if (origin !== url.origin || source !== popup || typeof data?.credential !== 'string') return
      end()
      resolve(data.credential)
    }
    const timer = setInterval(() => {
      if (!popup.closed) return
      end()
      reject(new PopupError('The sign-in window was closed before an account was chosen. Please try again.'))
    }, CLOSED_CHECK_MS)
    const end = () => {
      clearInterval(timer)
      window.removeEventListener('message', listen)
    }
    window.addEventListener('message', listen)
  })
}
