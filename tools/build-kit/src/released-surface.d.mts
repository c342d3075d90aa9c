export interface ReleasedSurface {
  version: string
  exports: Record<string, { since: string; changed: string; type: string[] }>
}

export function releasedSurface(folder: string): ReleasedSurface | undefined
export function surfaceProblems(folder: string): string[]
export function recordSurface(folder: string): void
export function neededVersions(folder: string, names: Iterable<string>): { lowest: string; range: string }
