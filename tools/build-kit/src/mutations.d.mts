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
  faults?: Fault[]
  modules?: MutatedModule[]
}

/** Files in which the suites should catch every small fault. */
export interface MutatedModule {
  name: string
  /** Relative to the workspace's folder. */
  files: string[]
  /** Patterns of the suites that should catch them. */
  suites: string[]
  /** Mutants that change nothing anyone could notice, by their label, and why. */
  equivalent?: Record<string, string>
}

/**
 * Runs the faults and modules whose names contain all words of `only`.
 * @returns the number of faults that no test caught, and of modules with a score below 85 %
 */
export function runMutations(
  table: MutationTable,
  options: { print: (line: string) => void; only: string[] },
): Promise<number>

/** The first test that failed by Jest's report; undefined if none did, as when a suite failed to run. */
export function failedTestIn(report: string): string | undefined
