import { styleText } from 'node:util'
import { commandBeganAt } from './config'

/** Prints progress and failures to standard error; standard output is for a command's result. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

const BAR_LENGTH = 20

/** Progress of a command, and its next step. */
export interface Progress {
  /** From 0 to 1. */
  done: number
  next?: string | undefined
}

/** Prints a step of a longer command, with the time since the command began, and on a terminal with a bar and what is next. */
export function sayStep(step: string, progress?: Progress): void {
  const seconds = ((Date.now() - commandBeganAt()) / 1000).toFixed(1).padStart(6)
  say(`${seconds} s  ${process.stderr.isTTY && progress ? withBar(step, progress) : step}`)
}

function withBar(step: string, { done, next }: Progress): string {
  const filled = Math.round(done * BAR_LENGTH)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_LENGTH - filled)
  return `${bar}  ${step}${next ? styleText('dim', `, next: ${next}`) : ''}`
}

/** Prints a command's result to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
