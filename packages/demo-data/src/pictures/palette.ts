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

const SKIES: Pick<Palette, 'sky' | 'hill' | 'lawn' | 'path' | 'glass' | 'tree'>[] = [
  {
    sky: ['#8fc1de', '#e4f1f4'],
    hill: '#a9c7a8',
    lawn: '#86b07a',
    path: '#d9cfbd',
    glass: '#d3e6ee',
    tree: ['#6f9f62', '#4f7f4c'],
  },
  {
    sky: ['#f2c49b', '#fbe9d2'],
    hill: '#c9ac86',
    lawn: '#b49f62',
    path: '#e5d3b8',
    glass: '#ffe3a8',
    tree: ['#d2803a', '#a9572a'],
  },
  {
    sky: ['#56719b', '#e3b5a4'],
    hill: '#5d6f7d',
    lawn: '#556b57',
    path: '#a99a8d',
    glass: '#ffdd8a',
    tree: ['#4c6b57', '#35503f'],
  },
  {
    sky: ['#c4d2dc', '#f3f6f7'],
    hill: '#dfe7ea',
    lawn: '#eef3f4',
    path: '#c9d0d3',
    glass: '#ffe9b5',
    tree: ['#7d9489', '#5c756b'],
  },
  {
    sky: ['#a9d4cf', '#f4f3e1'],
    hill: '#b6cda0',
    lawn: '#9fc078',
    path: '#ddd2b8',
    glass: '#d8ecec',
    tree: ['#8cb668', '#5f9150'],
  },
]

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

/** Colours of one picture: a time of day and a house that go together. */
export const choosePalette = (random: Random): Palette => ({ ...random.pick(SKIES), ...random.pick(HOUSES) })
