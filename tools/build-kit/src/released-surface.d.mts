export interface ReleasedSurface {
  version: string
  exports: Record<string, { since: string; changed: string; type: string[] }>
}

export function releasedSurface(folder: string): ReleasedSurface | undefined
export function surfaceProblems(folder: string): string[]
export function recordSurface(folder: string): {
  version: string
  changes: string[]
  release: 'major' | 'minor' | undefined
}
export function versionAfter(version: string, release: 'major' | 'minor' | 'patch'): string
export function neededVersions(folder: string, names: Iterable<string>): { lowest: string; range: string }
