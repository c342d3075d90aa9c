import { type Random } from '../random'
import { GROUND } from './facade'
import { HOUSES } from './houses'
import { choosePalette, type Palette } from './palette'
import { circle, gradient, path, picture, rect } from './shapes'

/** A building on its street, drawn: another one for every random state. */
export function drawExterior(random: Random, style: number): string {
  const palette = choosePalette(random)
  const house = HOUSES[style % HOUSES.length]
  if (!house) throw new RangeError('style counts from 0')
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

/** How many kinds of buildings there are. */
export const STYLES = HOUSES.length
