/** A fault to be planted in a copy of a source file. */
export interface Fault {
  /** What the fault breaks, in a few words. */
  name: string
  /** Relative to the workspace's folder. */
  file: string
  /** Exact text that occurs once in the file. */
  find: string
  replace: string
  /** Patterns of the suites that should catch it; they run first. */
  suites: string[]
}

/** Problems of a table of faults; `folder` is absolute. */
export function checkFaults(folder: string, faults: Fault[]): string[]

/** The faults of a workspace, and the jest configuration of its suites. */
export interface MutationTable {
  /** Relative to the repository's root. */
  folder: string
  jest: object
  faults: Fault[]
}

/** Runs the faults whose names contain all words of `only`; resolves with the number of faults that no test caught. */
export function runMutations(
  table: MutationTable,
  options: { print: (line: string) => void; only: string[] },
): Promise<number>
