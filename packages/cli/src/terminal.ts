const startedAt = Date.now()

/** For people: progress and failures, never on standard output, which belongs to a command's result. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** A step of a longer piece of work, with the time since the command began. */
export function sayStep(step: string): void {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)
  say(`${seconds} s  ${step}`)
}

/** A command's result. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
