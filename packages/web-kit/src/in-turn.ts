/** Runs each piece of work once all earlier ones have ended, even if they failed. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** For writes that the server must receive in order. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}
