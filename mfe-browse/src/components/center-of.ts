interface Point {
  latitude: number
  longitude: number
}

/** An apartment whose position is known. */
export interface Place extends Point {
  id: string
  name: string
}

/** The average of positions, where a map of them begins; `otherwise` when there are none. */
export function centerOf(points: readonly Point[], otherwise: Point): Point {
  if (points.length === 0) return otherwise
  const mean = (pick: (point: Point) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) }
}
