/** One small fault of a source. */
export interface Mutant {
  /** Where the text that it replaces begins and ends. */
  start: number
  end: number
  replacement: string
  line: number
  /** The code, and what it becomes. */
  label: string
}

/** Every small fault that can be planted in TypeScript, in the order of the text. */
export function listMutants(source: string): Mutant[]

/** The sources with one mutant each, in the order of `listMutants`. */
export function applyMutants(source: string): string[]
