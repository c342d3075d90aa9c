/** A line of a surface: `takes (0).size: 'small'`. */
const LINE = /^(takes|gives|both) (.*?): ([\s\S]*)$/

/**
 * Compares two surfaces of a package, and returns the changes and the kind of release they require: minor for additions and
 * optional inputs, major for everything else and when in doubt.
 * @param {Record<string, { type: string[] }>} released
 * @param {Record<string, string[]>} current
 * @returns {{ changes: string[], release: 'major' | 'minor' | undefined }}
 */
export function compareSurfaces(released, current) {
  const removed = Object.keys(released).filter((name) => !(name in current))
  const added = Object.keys(current).filter((name) => !(name in released))
  const differences = Object.entries(current)
    .filter(([name]) => name in released)
    .flatMap(([name, lines]) => compareTypes(name, released[name].type, lines))
  const all = [
    ...removed.map((name) => ({ text: `${name} is no longer exported`, isMajor: true })),
    ...differences,
    ...added.map((name) => ({ text: `${name} is a new export`, isMajor: false })),
  ]
  return {
    changes: all.map(({ text, isMajor }) => `${text} (${isMajor ? 'major' : 'minor'})`),
    release: all.some(({ isMajor }) => isMajor) ? 'major' : all.length > 0 ? 'minor' : undefined,
  }
}

function compareTypes(name, released, current) {
  const [before, now] = [pathsOf(released), pathsOf(current)]
  const removedLines = released
    .filter((line) => !current.includes(line))
    .map((line) => {
      const { direction, at, text } = parse(line)
      // Narrowing a result is compatible: its readers handle the wider type.
      const isNarrowed = direction === 'gives' && now.has(`${direction} ${at}`)
      return { text: `${name}${at} was ${text}`, isMajor: !isNarrowed }
    })
  const addedLines = current
    .filter((line) => !released.includes(line))
    .map((line) => {
      const { direction, at, text } = parse(line)
      const path = `${direction} ${at}`
      const isOptional = current.includes(`${path}: undefined`) || !isKnown(at, direction, before)
      const isCompatible = before.has(path) ? direction === 'takes' : direction === 'gives' || isOptional
      return { text: `${name}${at} is now ${text}`, isMajor: !isCompatible }
    })
  return [...removedLines, ...addedLines]
}

/** Whether the parent of a path existed before: members of a new optional object are optional as well. */
function isKnown(at, direction, before) {
  const parent = at.replace(/(\.[^.[(=]+|\[\]|\(\d+\)|=>)$/, '')
  return parent === at || parent === '' || before.has(`${direction} ${parent}`)
}

const pathsOf = (lines) =>
  new Set(
    lines.flatMap((line) => {
      const { direction, at } = parse(line)
      return [`${direction} ${at}`]
    }),
  )

function parse(line) {
  const [, direction, at, text] = LINE.exec(line) ?? []
  return { direction, at, text }
}
