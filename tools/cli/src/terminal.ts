const startedAt = Date.now()

/** Prints progress and failures to standard error; standard output is for a command's result. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Prints a step of a longer command, with the time since it began. */
export function sayStep(step: string): void {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)
  say(`${seconds} s  ${step}`)
}

/** Prints a command's result to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
