import path from 'node:path'
import ts from 'typescript'
import { exportsOf, programOf, resolved } from './read-surface.mjs'

/**
 * Compares two surfaces of a package, and returns the changes and the kind of release they require: minor for additions and for
 * what compiles wherever the released export does, major for everything else and when in doubt.
 * @param {string} folder absolute path of the package
 * @param {Record<string, { type: string[] }>} released
 * @param {Record<string, string[]>} current
 * @returns {{ changes: string[], release: 'major' | 'minor' | undefined }}
 */
export function compareSurfaces(folder, released, current) {
  const removed = Object.keys(released).filter((name) => !(name in current))
  const added = Object.keys(current).filter((name) => !(name in released))
  const pairs = Object.entries(current)
    .filter(([name]) => name in released)
    .map(([name, type]) => ({ name, before: released[name].type.join('\n'), now: type.join('\n') }))
  const all = [
    ...removed.map((name) => ({ text: `${name} is no longer exported`, isMajor: true })),
    ...judge(
      folder,
      pairs.filter(({ before, now }) => before !== now),
    ),
    ...added.map((name) => ({ text: `${name} is a new export`, isMajor: false })),
  ]
  return {
    changes: all.map(({ text, isMajor }) => `${text} (${isMajor ? 'major' : 'minor'})`),
    release: all.some(({ isMajor }) => isMajor) ? 'major' : all.length > 0 ? 'minor' : undefined,
  }
}

/** Has the compiler judge whether the current export is assignable to the released one, types in both directions. */
function judge(folder, pairs) {
  const fileOf = (name, age) => path.join(folder, 'src', `${name}.${age}.ts`)
  const program = programOf(
    new Map(
      pairs.flatMap(({ name, before, now }) => [
        [fileOf(name, 'before'), before],
        [fileOf(name, 'now'), now],
      ]),
    ),
  )
  const checker = program.getTypeChecker()
  const isWhole = (file) => program.getSemanticDiagnostics(program.getSourceFile(file)).length === 0
  const typeOf = (name, file) => {
    const symbol = resolved(
      exportsOf(program, file).find((candidate) => candidate.name === name),
      checker,
    )
    const isValue = (symbol.flags & ts.SymbolFlags.Value) !== 0
    return {
      isValue,
      type: isValue ? checker.getTypeOfSymbol(symbol) : checker.getDeclaredTypeOfSymbol(symbol),
    }
  }

  return pairs.map(({ name }) => {
    const files = [fileOf(name, 'before'), fileOf(name, 'now')]
    const [before, now] = files.map((file) => typeOf(name, file))
    const isCompatible =
      files.every(isWhole) &&
      checker.isTypeAssignableTo(now.type, before.type) &&
      (now.isValue || checker.isTypeAssignableTo(before.type, now.type))
    return { text: `${name} has changed`, isMajor: !isCompatible }
  })
}
