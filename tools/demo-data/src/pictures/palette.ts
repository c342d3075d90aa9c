import { type Random } from '../random'

export interface Palette {
  sky: [top: string, bottom: string]
  hill: string
  lawn: string
  path: string
  wall: string
  trim: string
  roof: string
  door: string
  glass: string
  tree: [light: string, dark: string]
}

/** Colors that depend on the time of day: top and bottom of the sky, hill, lawn, path, glass, light and dark of trees. */
const SKIES = [
  ['#8fc1de', '#e4f1f4', '#a9c7a8', '#86b07a', '#d9cfbd', '#d3e6ee', '#6f9f62', '#4f7f4c'],
  ['#f2c49b', '#fbe9d2', '#c9ac86', '#b49f62', '#e5d3b8', '#ffe3a8', '#d2803a', '#a9572a'],
  ['#56719b', '#e3b5a4', '#5d6f7d', '#556b57', '#a99a8d', '#ffdd8a', '#4c6b57', '#35503f'],
  ['#c4d2dc', '#f3f6f7', '#dfe7ea', '#eef3f4', '#c9d0d3', '#ffe9b5', '#7d9489', '#5c756b'],
  ['#a9d4cf', '#f4f3e1', '#b6cda0', '#9fc078', '#ddd2b8', '#d8ecec', '#8cb668', '#5f9150'],
] as const

const HOUSES: Pick<Palette, 'wall' | 'trim' | 'roof' | 'door'>[] = [
  { wall: '#b5563f', trim: '#f3e6d2', roof: '#5b4a45', door: '#24423f' },
  { wall: '#e6dcc6', trim: '#ffffff', roof: '#74706b', door: '#8c2f2a' },
  { wall: '#7d9bb0', trim: '#f6f2ea', roof: '#43505c', door: '#d8a13c' },
  { wall: '#d9a95b', trim: '#fff6e3', roof: '#6d4c3d', door: '#3b5a4c' },
  { wall: '#8ba38c', trim: '#f7f4e9', roof: '#4f5a50', door: '#a34634' },
  { wall: '#c98f8a', trim: '#fbeee8', roof: '#5d4a50', door: '#3f4a68' },
  { wall: '#f1efe9', trim: '#c7bfb1', roof: '#38424a', door: '#bd7a2d' },
  { wall: '#6f5a73', trim: '#efe4ea', roof: '#3e3444', door: '#e0b75e' },
  { wall: '#a2a8a4', trim: '#eef0ee', roof: '#59605e', door: '#b4452f' },
]

/** Colors of one picture: a time of day and a house that go together. */
export function choosePalette(random: Random): Palette {
  const [top, bottom, hill, lawn, path, glass, light, dark] = random.pick(SKIES)
  return { sky: [top, bottom], hill, lawn, path, glass, tree: [light, dark], ...random.pick(HOUSES) }
}
