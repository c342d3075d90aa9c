/** Runs each piece of work once those before it have ended, however they did. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** For writes of which the server must get the last one last. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}
