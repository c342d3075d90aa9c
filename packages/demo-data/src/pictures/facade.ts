import { type Random } from '../random'
import { type Palette } from './palette'
import { circle, rect } from './shapes'

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
  const windows = Array.from({ length: rows * columns }, (_, index) => {
    const left = x + (index % columns) * cell.width + (cell.width - size.width) / 2
    const upper = top + Math.floor(index / columns) * cell.height + (cell.height - size.height) / 2
    return windowAt({ x: left, y: upper, ...size }, palette, random)
  })
  return [
    rect(x, top, width, height, palette.wall),
    `<g opacity=".1">${rect(x + width * 0.72, top, width * 0.28, height, '#000')}</g>`,
    ...windows,
  ]
}

/** One window with its frame; some are lit. */
export function windowAt(
  frame: { x: number; y: number; width: number; height: number },
  { trim, glass }: Palette,
  random: Random,
): string {
  const { x, y, width, height } = frame
  const pane = random.chance(0.25) ? '#ffd98a' : glass
  return [
    rect(x - 2, y - 2, width + 4, height + 4, trim, 1),
    rect(x, y, width, height, pane),
    rect(x + width / 2 - 0.8, y, 1.6, height, trim),
    rect(x, y + height * 0.45, width, 1.6, trim),
  ].join('')
}

/** A door with a step, its middle at x. */
export const doorAt = (x: number, { door, trim, glass }: Palette) => [
  rect(x - 15, GROUND - 48, 30, 50, trim, 2),
  rect(x - 12, GROUND - 45, 24, 47, door, 2),
  rect(x - 7, GROUND - 40, 14, 12, glass),
  circle(x + 7, GROUND - 20, 1.8, '#f2d27a'),
  rect(x - 20, GROUND, 40, 6, '#b9b1a6'),
]
