import { type Random } from '../random'
import { type Palette } from './palette'
import { circle, rect, rects } from './shapes'

/** Where buildings stand, from the top of the picture. */
export const GROUND = 244

interface Facade {
  x: number
  width: number
  top: number
  rows: number
  columns: number
}

/** A wall with rows of windows; some are lit. */
export function facade({ x, width, top, rows, columns }: Facade, palette: Palette, random: Random): string[] {
  const height = GROUND - top
  const cell = { width: width / columns, height: height / rows }
  const size = { width: Math.min(cell.width * 0.5, 26), height: Math.min(cell.height * 0.58, 30) }
  const windows = Array.from({ length: rows * columns }, (_, index) => ({
    x: x + (index % columns) * cell.width + (cell.width - size.width) / 2,
    y: top + Math.floor(index / columns) * cell.height + (cell.height - size.height) / 2,
    ...size,
  }))
  return [
    rect(x, top, width, height, palette.wall),
    `<g opacity=".1">${rect(x + width * 0.72, top, width * 0.28, height, '#000')}</g>`,
    ...windowsAt(windows, palette, random),
  ]
}

interface Pane {
  x: number
  y: number
  width: number
  height: number
}

/** Windows with their frames, which do not overlap; some are lit. */
export function windowsAt(panes: Pane[], { trim, glass }: Palette, random: Random): string[] {
  const lit = new Set(panes.filter(() => random.chance(0.25)))
  return [
    rects(
      panes.map(({ x, y, width, height }) => ({ x: x - 2, y: y - 2, width: width + 4, height: height + 4 })),
      trim,
    ),
    rects(
      panes.filter((pane) => !lit.has(pane)),
      glass,
    ),
    rects([...lit], '#ffd98a'),
    rects(
      panes.flatMap(({ x, y, width, height }) => [
        { x: x + width / 2 - 0.8, y, width: 1.6, height },
        { x, y: y + height * 0.45, width, height: 1.6 },
      ]),
      trim,
    ),
  ]
}

/** A door with a step, its middle at x. */
export const doorAt = (x: number, { door, trim, glass }: Palette) => [
  rect(x - 15, GROUND - 48, 30, 50, trim, 2),
  rect(x - 12, GROUND - 45, 24, 47, door, 2),
  rect(x - 7, GROUND - 40, 14, 12, glass),
  circle(x + 7, GROUND - 20, 1.8, '#f2d27a'),
  rect(x - 20, GROUND, 40, 6, '#b9b1a6'),
]
