import { currentUser } from './session/session'
import { SignInError } from './session/sign-in-request'

/** Runs each piece of work once all earlier ones have ended, even if they failed. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** For writes that the server must receive in order. A write whose user has signed out is not sent: it fails with a SignInError. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const uid = currentUser()?.uid
    const turn = last.then(() => {
      if (currentUser()?.uid !== uid) throw new SignInError('Someone else has signed in.')
      return work()
    })
    last = turn.catch(() => undefined)
    return turn
  }
}
