/** Pixels on the layer of a map. */
export interface Position {
  x: number
  y: number
}

/** A rectangle around its center. */
export interface Box extends Position {
  width: number
  height: number
}

interface Label {
  width: number
  height: number
  /** Possible positions, the best first. */
  places: readonly Position[]
}

/** Puts each label at its first free place; labels without a free place are left out. */
export function placeLabels<One extends Label>(
  labels: readonly One[],
  taken: readonly Box[],
): (One & One['places'][number])[] {
  const placed: (One & One['places'][number])[] = []
  for (const label of labels) {
    const { width, height } = label
    const place = label.places.find(({ x, y }) =>
      [...taken, ...placed].every((box) => !isOverlap({ x, y, width, height }, box)),
    )
    if (place) placed.push({ ...label, ...place })
  }
  return placed
}

export const isOverlap = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) * 2 < a.width + b.width && Math.abs(a.y - b.y) * 2 < a.height + b.height
