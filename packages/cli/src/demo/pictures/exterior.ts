import { type Random } from '../random'
import { choosePalette, type Palette } from './palette'
import { circle, gradient, path, picture, polygon, rect } from './shapes'

const GROUND = 244

type House = (palette: Palette, random: Random) => string[]

/** A building on its street, drawn: another one for every random state. */
export function drawExterior(random: Random, style: number): string {
  const palette = choosePalette(random)
  const house = HOUSES[style % HOUSES.length] ?? gabled
  return picture(
    [...backdrop(palette, random), ...house(palette, random), ...foreground(palette, random)],
    gradient('s', palette.sky),
  )
}

function backdrop({ sky, hill, lawn }: Palette, random: Random): string[] {
  const crest = random.between(150, 185)
  const sun = circle(random.between(40, 360), random.between(36, 80), random.between(14, 22), '#ffffff')
  return [
    rect(0, 0, 400, 300, 'url(#s)'),
    `<g opacity=".7">${sun}</g>`,
    `<g opacity=".45">${cloud(random.between(20, 160), random.between(30, 80))}${cloud(random.between(220, 340), random.between(24, 90))}</g>`,
    path(
      `M0 ${crest}q90 ${random.between(-50, 20)} 190 ${random.between(-10, 20)}t210 ${random.between(-20, 20)}V300H0z`,
      hill,
    ),
    rect(0, GROUND - 8, 400, 64, lawn),
    `<g opacity=".14">${rect(0, 0, 400, 4, sky[0])}</g>`,
  ]
}

const cloud = (x: number, y: number) =>
  [
    circle(x, y, 11, '#fff'),
    circle(x + 16, y - 6, 15, '#fff'),
    circle(x + 34, y, 12, '#fff'),
    rect(x - 4, y, 44, 11, '#fff', 5),
  ].join('')

function foreground({ path: pavement, tree }: Palette, random: Random): string[] {
  const left = random.chance(0.7) ? [...treeAt(random.between(18, 52), random.between(34, 56), tree)] : []
  const right = random.chance(0.7) ? [...treeAt(random.between(348, 382), random.between(34, 56), tree)] : []
  const bushes = [60, 96, 300, 336]
    .filter(() => random.chance(0.5))
    .map((x) => circle(x, GROUND + 2, random.between(8, 14), tree[1]))
  return [
    ...left,
    ...right,
    ...bushes,
    rect(0, 272, 400, 28, pavement),
    `<g opacity=".35">${rect(0, 272, 400, 3, '#000')}</g>`,
  ]
}

const treeAt = (x: number, size: number, [light, dark]: [string, string]) => [
  rect(x - 4, GROUND - size, 8, size + 6, '#6b5344', 2),
  circle(x, GROUND - size - 8, size * 0.62, dark),
  circle(x - size * 0.2, GROUND - size - size * 0.3, size * 0.46, light),
]

interface Facade {
  x: number
  width: number
  top: number
  rows: number
  columns: number
}

/** A wall with rows of windows; some are lit. */
function facade({ x, width, top, rows, columns }: Facade, palette: Palette, random: Random): string[] {
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

function windowAt(
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

const doorAt = (x: number, { door, trim, glass }: Palette) => [
  rect(x - 15, GROUND - 48, 30, 50, trim, 2),
  rect(x - 12, GROUND - 45, 24, 47, door, 2),
  rect(x - 7, GROUND - 40, 14, 12, glass),
  circle(x + 7, GROUND - 20, 1.8, '#f2d27a'),
  rect(x - 20, GROUND, 40, 6, '#b9b1a6'),
]

const gabled: House = (palette, random) => {
  const x = random.between(96, 120)
  const width = 400 - 2 * x
  const top = random.between(128, 148)
  const peak = top - random.between(54, 74)
  return [
    rect(x + width * 0.68, peak + 6, 20, 44, palette.trim),
    ...facade({ x, width, top, rows: 2, columns: random.between(3, 4) }, palette, random),
    polygon(
      [
        [x - 14, top + 2],
        [200, peak],
        [400 - x + 14, top + 2],
      ],
      palette.roof,
    ),
    circle(200, top - 18, 11, palette.trim),
    circle(200, top - 18, 8, palette.glass),
    rect(150, GROUND - 62, 100, 8, palette.trim),
    rect(154, GROUND - 56, 6, 58, palette.trim),
    rect(240, GROUND - 56, 6, 58, palette.trim),
    ...doorAt(200, palette),
  ]
}

const victorian: House = (palette, random) => {
  const top = random.between(116, 132)
  const tower = random.chance(0.5) ? 84 : 250
  return [
    ...facade({ x: 84, width: 232, top: top + 16, rows: 2, columns: 4 }, palette, random),
    polygon(
      [
        [72, top + 18],
        [120, top - 30],
        [280, top - 30],
        [328, top + 18],
      ],
      palette.roof,
    ),
    polygon(
      [
        [168, top + 18],
        [200, top - 46],
        [232, top + 18],
      ],
      palette.wall,
    ),
    polygon(
      [
        [160, top + 20],
        [200, top - 56],
        [240, top + 20],
        [232, top + 20],
        [200, top - 42],
        [168, top + 20],
      ],
      palette.trim,
    ),
    windowAt({ x: 192, y: top - 16, width: 16, height: 22 }, palette, random),
    ...facade({ x: tower, width: 66, top: top - 8, rows: 3, columns: 1 }, palette, random),
    polygon(
      [
        [tower - 8, top - 8],
        [tower + 33, top - 74],
        [tower + 74, top - 8],
      ],
      palette.roof,
    ),
    rect(84, GROUND - 58, 232, 6, palette.trim),
    ...[96, 140, 256, 300].map((x) => rect(x, GROUND - 54, 5, 56, palette.trim)),
    ...doorAt(200, palette),
  ]
}

const rowHouses: House = (palette, random) => {
  const count = random.between(3, 4)
  const width = 320 / count
  const walls = [palette.wall, palette.roof, palette.door, palette.wall]
  return Array.from({ length: count }, (_, index) => {
    const x = 40 + index * width
    const top = random.between(104, 122)
    const own = { ...palette, wall: walls[index] ?? palette.wall }
    const hasGable = random.chance(0.5)
    return [
      ...facade({ x, width, top, rows: 3, columns: 2 }, own, random),
      hasGable
        ? polygon(
            [
              [x - 2, top + 2],
              [x + width / 2, top - 38],
              [x + width + 2, top + 2],
            ],
            palette.roof,
          )
        : rect(x - 2, top - 12, width + 4, 14, palette.trim),
      ...doorAt(x + width / 2, { ...own, door: palette.door === own.wall ? palette.roof : palette.door }),
    ].join('')
  })
}

const modern: House = (palette, random) => {
  const top = random.between(70, 100)
  const columns = random.between(4, 5)
  const rows = random.between(4, 5)
  const balcony = Array.from({ length: rows - 1 }, (_, row) => {
    const y = top + ((row + 1) * (GROUND - top)) / rows - 8
    return [
      rect(72, y, 60, 3, palette.trim),
      `<g opacity=".5">${rect(72, y - 12, 60, 12, palette.glass)}</g>`,
    ].join('')
  })
  return [
    ...facade({ x: 76, width: 248, top, rows, columns }, palette, random),
    rect(68, top - 8, 264, 10, palette.roof),
    rect(236, top - 26, 60, 20, palette.trim),
    ...balcony,
    rect(76, GROUND - 34, 248, 36, palette.roof),
    ...[92, 140, 244, 292].map((x) => rect(x - 12, GROUND - 28, 34, 26, palette.glass)),
    ...doorAt(200, palette),
  ]
}

const tower: House = (palette, random) => {
  const top = random.between(32, 52)
  return [
    ...facade(
      { x: 206, width: 104, top: top + 62, rows: 6, columns: 3 },
      { ...palette, wall: palette.roof },
      random,
    ),
    ...facade({ x: 104, width: 112, top, rows: 8, columns: 4 }, palette, random),
    rect(98, top - 6, 124, 8, palette.trim),
    rect(202, top + 56, 112, 8, palette.trim),
    rect(140, top - 22, 34, 18, palette.roof),
    rect(104, GROUND - 30, 206, 32, palette.door),
    ...[120, 236, 276].map((x) => rect(x, GROUND - 26, 26, 24, palette.glass)),
    ...doorAt(184, palette),
  ]
}

const cottage: House = (palette, random) => {
  const top = random.between(170, 182)
  return [
    rect(276, top - 70, 22, 54, palette.trim),
    ...facade({ x: 100, width: 200, top, rows: 1, columns: 4 }, palette, random),
    polygon(
      [
        [84, top + 4],
        [132, top - 64],
        [268, top - 64],
        [316, top + 4],
      ],
      palette.roof,
    ),
    ...[150, 226].map((x) =>
      [
        polygon(
          [
            [x - 6, top - 12],
            [x + 14, top - 44],
            [x + 34, top - 12],
          ],
          palette.trim,
        ),
        windowAt({ x: x + 6, y: top - 28, width: 16, height: 16 }, palette, random),
      ].join(''),
    ),
    ...doorAt(200, palette),
    ...[84, 104, 276, 296].map((x) => rect(x, GROUND - 14, 4, 18, palette.trim)),
    rect(80, GROUND - 8, 50, 3, palette.trim),
    rect(272, GROUND - 8, 50, 3, palette.trim),
  ]
}

const overShop: House = (palette, random) => {
  const top = random.between(92, 110)
  const stripes = Array.from({ length: 12 }, (_, index) =>
    rect(92 + index * 18, GROUND - 66, 18, 16, index % 2 ? '#ffffff' : palette.door),
  )
  return [
    ...facade({ x: 88, width: 224, top, rows: 3, columns: 4 }, palette, random),
    rect(80, top - 12, 240, 14, palette.trim),
    rect(88, GROUND - 62, 224, 64, palette.roof),
    rect(100, GROUND - 48, 84, 42, palette.glass),
    rect(224, GROUND - 48, 76, 42, palette.glass),
    ...stripes,
    ...doorAt(204, palette),
  ]
}

const HOUSES: House[] = [victorian, gabled, modern, rowHouses, cottage, tower, overShop]
/** How many kinds of buildings there are. */
export const STYLES = HOUSES.length
