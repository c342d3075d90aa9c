import { type Random } from '../random'
import { circle, path, picture, polygon, rect } from './shapes'

interface Room {
  wall: string
  floor: string
  accent: string
  wood: string
  cloth: string
}

const ROOMS: Room[] = [
  { wall: '#efe7dc', floor: '#c69c6d', accent: '#b5563f', wood: '#8d6a4b', cloth: '#7d9bb0' },
  { wall: '#dfe7e4', floor: '#b98f68', accent: '#3f6f6a', wood: '#6f5644', cloth: '#d9a95b' },
  { wall: '#f3ede6', floor: '#a9978a', accent: '#6f5a73', wood: '#a5825e', cloth: '#8ba38c' },
  { wall: '#e4e6ee', floor: '#caa981', accent: '#39527a', wood: '#7a5c45', cloth: '#c98f8a' },
  { wall: '#f6e9d8', floor: '#b07f56', accent: '#7a8f4e', wood: '#5f4837', cloth: '#e6dcc6' },
]

type Furnishing = (room: Room, random: Random) => string[]

/** A room of a flat, drawn: living room, bedroom or kitchen. */
export function drawInterior(random: Random, kind: number): string {
  const room = random.pick(ROOMS)
  const furnish = FURNISHINGS[kind % FURNISHINGS.length] ?? livingRoom
  return picture([...shellOf(room, random), ...furnish(room, random)])
}

function shellOf({ wall, floor, wood }: Room, random: Random): string[] {
  const x = random.between(230, 262)
  const boards = Array.from({ length: 6 }, (_, index) => rect(0, 226 + index * 13, 400, 1.2, wood))
  return [
    rect(0, 0, 400, 300, wall),
    rect(0, 214, 400, 86, floor),
    `<g opacity=".25">${boards.join('')}</g>`,
    rect(0, 209, 400, 6, '#ffffff'),
    rect(x - 6, 42, 112, 112, '#ffffff', 2),
    rect(x, 48, 100, 100, '#bcdbe8'),
    path(`M${x} 124q34-26 60-8t40-10v42H${x}z`, '#9fc08f'),
    rect(x + 48, 48, 4, 100, '#ffffff'),
    rect(x, 96, 100, 4, '#ffffff'),
    `<g opacity=".35">${polygon(
      [
        [x - 40, 214],
        [x + 60, 214],
        [x + 10, 300],
        [x - 110, 300],
      ],
      '#fff4cf',
    )}</g>`,
  ]
}

const plant = (x: number, y: number) => [
  polygon(
    [
      [x - 11, y - 22],
      [x + 11, y - 22],
      [x + 7, y],
      [x - 7, y],
    ],
    '#c9795a',
  ),
  ...[-16, -6, 6, 16].map((lean) =>
    path(`M${x} ${y - 22}q${lean} -18 ${lean * 1.4} -44q${-lean} 12 ${-lean * 1.4} 44z`, '#5f8f5a'),
  ),
]

const frame = (x: number, y: number, { accent, cloth }: Room) => [
  rect(x, y, 52, 64, '#ffffff'),
  rect(x + 5, y + 5, 42, 54, cloth),
  circle(x + 26, y + 28, 12, accent),
]

const livingRoom: Furnishing = (room, random) => {
  const { accent, wood, cloth } = room
  return [
    ...frame(random.between(60, 90), 52, room),
    ...frame(random.between(132, 150), 60, { ...room, accent: cloth, cloth: accent }),
    `<g opacity=".3"><ellipse cx="180" cy="262" rx="150" ry="24" fill="${accent}"/></g>`,
    rect(52, 150, 190, 60, cloth, 14),
    rect(44, 176, 206, 48, cloth, 12),
    `<g opacity=".12">${rect(44, 204, 206, 20, '#000', 10)}</g>`,
    rect(60, 160, 50, 34, accent, 8),
    rect(66, 222, 10, 14, wood),
    rect(220, 222, 10, 14, wood),
    rect(130, 240, 110, 8, wood, 3),
    rect(140, 248, 6, 26, wood),
    rect(224, 248, 6, 26, wood),
    ...plant(random.between(330, 362), 236),
    rect(288, 130, 3, 96, '#4a443f'),
    polygon(
      [
        [272, 132],
        [307, 132],
        [299, 104],
        [280, 104],
      ],
      '#ffe2a3',
    ),
  ]
}

const bedroom: Furnishing = (room, random) => {
  const { accent, wood, cloth } = room
  return [
    ...frame(random.between(96, 124), 46, room),
    rect(36, 128, 184, 84, wood, 8),
    rect(40, 178, 176, 62, '#ffffff', 8),
    rect(52, 166, 62, 28, '#f4f1ec', 10),
    rect(132, 166, 62, 28, '#f4f1ec', 10),
    rect(36, 200, 184, 56, cloth, 10),
    rect(36, 200, 184, 14, accent, 6),
    rect(44, 254, 10, 14, wood),
    rect(202, 254, 10, 14, wood),
    rect(238, 190, 46, 52, wood, 3),
    rect(242, 212, 38, 2, '#ffffff'),
    rect(259, 160, 4, 30, '#4a443f'),
    polygon(
      [
        [246, 164],
        [276, 164],
        [269, 142],
        [253, 142],
      ],
      '#ffe2a3',
    ),
    ...plant(random.between(338, 364), 240),
  ]
}

const kitchen: Furnishing = (room, random) => {
  const { accent, wood } = room
  const shelves = Array.from({ length: 5 }, (_, index) =>
    rect(34 + index * 32, 74 - (index % 2) * 6, 20, 22 + (index % 2) * 6, index % 2 ? accent : '#ffffff', 3),
  )
  return [
    rect(24, 96, 180, 6, wood),
    ...shelves,
    rect(16, 162, 214, 10, '#ded6ca'),
    rect(20, 172, 206, 72, accent),
    ...[0, 1, 2, 3].map((index) => rect(26 + index * 50, 180, 44, 56, '#ffffff', 2)),
    ...[0, 1, 2, 3].map((index) => `<g opacity=".85">${rect(28 + index * 50, 182, 40, 52, accent, 2)}</g>`),
    ...[0, 1, 2, 3].map((index) => rect(60 + index * 50, 200, 4, 14, '#f2d27a', 2)),
    rect(78, 144, 40, 18, '#4a4f54', 3),
    circle(98, 140, 5, '#4a4f54'),
    rect(168, 130, 4, 32, '#8f979b'),
    path('M168 132q0-12 12-12t12 12v6h-4v-6q0-8-8-8t-8 8z', '#8f979b'),
    rect(258, 216, 96, 8, wood, 3),
    rect(266, 224, 6, 48, wood),
    rect(340, 224, 6, 48, wood),
    ...plant(random.between(296, 316), 216),
  ]
}

const FURNISHINGS: Furnishing[] = [livingRoom, bedroom, kitchen]
