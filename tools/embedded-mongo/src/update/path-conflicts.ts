import { CommandError } from '../errors'
import type { Path } from '../values/document-path'

function isArrayFilter(name: string): boolean {
  return name.startsWith('$[')
}

/** Where a path meets another one: at a field that both change, or that one changes and the other leads through. */
export class ChangedPaths {
  private readonly ends = new Set<string>()
  private readonly prefixes = new Set<string>()
  /** For each path that goes on, whether it goes on with an array filter. */
  private readonly goesOnByFilter = new Map<string, boolean>()

  /** Adds a path, or returns where it conflicts with one that was added before. */
  add(path: Path): string | undefined {
    const names = path.map((_name, depth) => path.slice(0, depth + 1).join('.'))
    const whole = path.join('.')
    const conflict =
      names.find((name) => this.ends.has(name)) ??
      (this.prefixes.has(whole) ? whole : undefined) ??
      this.mixtureAt(path, names)
    if (conflict !== undefined) return conflict
    this.ends.add(whole)
    for (const name of names) this.prefixes.add(name)
    for (const [depth, name] of names.slice(0, -1).entries()) {
      this.goesOnByFilter.set(name, isArrayFilter(path[depth + 1] ?? ''))
    }
    return undefined
  }

  private mixtureAt(path: Path, names: string[]): string | undefined {
    return names.slice(0, -1).find((name, depth) => {
      const byFilter = this.goesOnByFilter.get(name)
      return byFilter !== undefined && byFilter !== isArrayFilter(path[depth + 1] ?? '')
    })
  }
}

/** @throws `ConflictingUpdateOperators` when two of the paths of an update cannot be changed together. */
export function assertNoConflicts(paths: readonly Path[]): void {
  const changed = new ChangedPaths()
  for (const path of paths) {
    const conflict = changed.add(path)
    if (conflict === undefined) continue
    throw new CommandError(
      'ConflictingUpdateOperators',
      `Updating the path '${path.join('.')}' would create a conflict at '${conflict}'`,
    )
  }
}
