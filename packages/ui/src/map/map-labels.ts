/** Pixels on the layer of a map. */
export interface Position {
  x: number
  y: number
}

/** What something covers, around its middle. */
export interface Box extends Position {
  width: number
  height: number
}

interface Label {
  width: number
  height: number
  /** Where it may stand, the best place first. */
  places: readonly Position[]
}

/** Labels at the first of their places that nothing else covers, and without those that have none. */
export function placeLabels<One extends Label>(
  labels: readonly One[],
  taken: readonly Box[],
): (One & One['places'][number])[] {
  const placed: (One & One['places'][number])[] = []
  for (const label of labels) {
    const { width, height } = label
    const place = label.places.find(({ x, y }) =>
      [...taken, ...placed].every((other) => !isOverlap({ x, y, width, height }, other)),
    )
    if (place) placed.push({ ...label, ...place })
  }
  return placed
}

const isOverlap = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x) * 2 < one.width + other.width &&
  Math.abs(one.y - other.y) * 2 < one.height + other.height
