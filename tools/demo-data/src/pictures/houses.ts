import { type Random } from '../random'
import { doorAt, facade, GROUND, windowsAt } from './facade'
import { type Palette } from './palette'
import { circle, polygon, rect } from './shapes'

/** Draws one kind of building, standing on the ground line. */
export type House = (palette: Palette, random: Random) => string[]

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
    ...windowsAt([{ x: 192, y: top - 16, width: 16, height: 22 }], palette, random),
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
        ...windowsAt([{ x: x + 6, y: top - 28, width: 16, height: 16 }], palette, random),
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

/** Every kind of building. */
export const HOUSES: readonly House[] = [victorian, gabled, modern, rowHouses, cottage, tower, overShop]
