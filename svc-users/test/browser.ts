import { pathOf, refreshSession, signInWithGoogle, signOut } from '@offquad/contracts'
import { type TestUsers } from './start-users'

/** A browser in which someone is signed in. */
export async function signedIn(service: TestUsers, email = 'maya@cornell.edu') {
  const browser = openBrowser(service)
  await browser.signIn(email)
  return browser
}

/** A browser as far as cookies go: keeps what it is told to. */
export function openBrowser(service: TestUsers) {
  let cookie: string | undefined
  const send = async (path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await service.call(path, { method: 'POST', body, cookie, headers })
    const [given] = answer.response.headers.getSetCookie()
    if (given) cookie = given.split(';')[0]
    return answer
  }
  return {
    signIn: async (email: string) =>
      send(pathOf(signInWithGoogle), { credential: await service.identity.credentialFor(email) }),
    refresh: (headers?: Record<string, string>) => send(pathOf(refreshSession), undefined, headers),
    signOut: (body?: object) => send(pathOf(signOut), body),
    cookie: () => cookie,
    takeOver: (stolen: string | undefined) => {
      cookie = stolen
    },
  }
}

/** The cookie of the same session, with a secret that somebody made up. */
export const withGuessedSecret = (cookie = '') => `${cookie.split('.')[0]}.${'A'.repeat(43)}`
