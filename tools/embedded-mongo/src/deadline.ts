import { CommandError } from './errors'

// Commands run one at a time and never give way, so one deadline is enough.
let deadline = Number.POSITIVE_INFINITY

/** Runs a command that may take so many milliseconds; 0 stands for any time. */
export function runWithin<Result>(maxTimeMs: number, run: () => Result): Result {
  deadline = maxTimeMs > 0 ? performance.now() + maxTimeMs : Number.POSITIVE_INFINITY
  try {
    return run()
  } finally {
    deadline = Number.POSITIVE_INFINITY
  }
}

/** To be called from loops over documents. Throws `MaxTimeMSExpired` once the command has had its time. */
export function checkDeadline(): void {
  if (deadline !== Number.POSITIVE_INFINITY && performance.now() > deadline) {
    throw new CommandError('MaxTimeMSExpired', 'operation exceeded time limit')
  }
}
