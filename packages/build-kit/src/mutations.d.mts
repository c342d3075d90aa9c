/** A fault to be planted in a copy of a source file. */
export interface Fault {
  /** What would be wrong, in a few words. */
  name: string
  /** From the workspace's folder. */
  file: string
  /** Exact text that occurs once in the file. */
  find: string
  replace: string
  /** Patterns of the suites that should notice it; they run first. */
  suites: string[]
}

/** What is wrong with a table of faults, a sentence each; `folder` is absolute. */
export function checkFaults(folder: string, faults: Fault[]): string[]

/** The faults of a workspace, and the jest configuration of its suites. */
export interface MutationTable {
  /** From the repository's root. */
  folder: string
  jest: object
  faults: Fault[]
}

/** Runs the faults whose names have all words of `only`; resolves with how many no test noticed. */
export function runMutations(
  table: MutationTable,
  options: { say: (line: string) => void; only: string[] },
): Promise<number>
