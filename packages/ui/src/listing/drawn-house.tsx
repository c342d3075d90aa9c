import './listing.css'
import { type ReactNode } from 'react'

/** A drawn building in place of a missing picture, the same for each `seed`. */
export function DrawnHouse({ seed }: { seed: string }) {
  const random = seededRandom(seed)
  const Building = BUILDINGS[random(BUILDINGS.length)] ?? Gabled
  const storeys = 2 + random(2)
  const ink = INKS[random(INKS.length)] ?? 'wall'
  const hill = HILLS[random(HILLS.length)]
  const treeOnLeft = random(2) === 0
  return (
    <svg
      className="offquad-drawn"
      viewBox="0 0 200 150"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <rect width="200" height="150" fill="var(--offquad-sky)" />
      <path
        d={cloud(16 + random(60), 20 + random(12)) + cloud(118 + random(40), 16 + random(20))}
        fill="var(--offquad-surface)"
        opacity="0.5"
      />
      <path d={hill} fill="var(--offquad-hill)" />
      <rect y={GROUND - 4} width="200" height="34" fill="var(--offquad-lawn)" />
      <Building storeys={storeys} ink={ink} />
      <Trees
        trees={[
          { x: treeOnLeft ? 30 : 172, size: 11 + random(5) },
          { x: treeOnLeft ? 178 : 22, size: 7 + random(3) },
        ]}
      />
      <rect y="138" width="200" height="12" fill="var(--offquad-path)" />
    </svg>
  )
}

const GROUND = 126

const HILLS = [
  'M0 116q50-38 110-18t90-12v64H0z',
  'M0 104q70 22 120-8t80 4v50H0z',
  'M0 112q40-34 90-24t110-16v78H0z',
]
const INKS = ['wall', 'brick', 'moss', 'slate', 'sand']

/** A generator of pseudo-random integers from 0 to below `limit` (Lehmer's, modulus 2^31 - 1). */
function seededRandom(seed: string): (limit: number) => number {
  let state = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2_147_483_647, 7)
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647
    return Math.floor((state / 2_147_483_647) * limit)
  }
}

interface BuildingProps {
  storeys: number
  ink: string
}

function Gabled({ storeys, ink }: BuildingProps) {
  const top = GROUND - storeys * 22 - 4
  return (
    <>
      <rect x="122" y={top - 30} width="9" height="24" fill="var(--offquad-trim)" />
      <Wall x={66} width={68} top={top} ink={ink} rows={storeys} columns={3} />
      <path d={`M58 ${top + 1}l42-36 42 36z`} fill="var(--offquad-roof)" />
      <circle cx="100" cy={top - 11} r="5.5" fill="var(--offquad-trim)" />
      <circle cx="100" cy={top - 11} r="4" fill="var(--offquad-window)" />
      <Door x={100} />
    </>
  )
}

function Flats({ storeys, ink }: BuildingProps) {
  const top = GROUND - (storeys + 1) * 21
  return (
    <>
      <rect x="108" y={top - 12} width="18" height="10" fill="var(--offquad-trim)" />
      <Wall x={58} width={84} top={top} ink={ink} rows={storeys + 1} columns={4} />
      <rect x="54" y={top - 4} width="92" height="6" fill="var(--offquad-roof)" />
      <Door x={100} />
    </>
  )
}

function RowHouses({ storeys, ink }: BuildingProps) {
  const top = GROUND - storeys * 22 - 2
  return [44, 82, 120].map((x, index) => (
    <g key={x}>
      <Wall
        x={x}
        width={37}
        top={top - (index === 1 ? 8 : 0)}
        ink={index === 1 ? 'trim' : ink}
        rows={storeys}
        columns={2}
      />
      <rect x={x - 1} y={top - (index === 1 ? 13 : 5)} width="39" height="6" fill="var(--offquad-roof)" />
      <Door x={x + 10} />
    </g>
  ))
}

function Turreted({ storeys, ink }: BuildingProps) {
  const top = GROUND - storeys * 22
  return (
    <>
      <Wall x={62} width={52} top={top} ink={ink} rows={storeys} columns={2} />
      <path d={`M56 ${top + 1}l32-26 32 26z`} fill="var(--offquad-roof)" />
      <Wall x={112} width={30} top={top - 14} ink={ink} rows={storeys} columns={1} />
      <path d={`M107 ${top - 13}l20-34 20 34z`} fill="var(--offquad-roof)" />
      <Door x={88} />
    </>
  )
}

function Mansard({ storeys, ink }: BuildingProps) {
  const top = GROUND - storeys * 20
  return (
    <>
      <Wall x={58} width={84} top={top} ink={ink} rows={storeys} columns={4} />
      <path d={`M50 ${top + 1}l14-30h72l14 30z`} fill="var(--offquad-roof)" />
      {[80, 120].map((x) => (
        <g key={x}>
          <path d={`M${x - 10} ${top - 5}l10-14 10 14z`} fill="var(--offquad-trim)" />
          <rect x={x - 4} y={top - 12} width="8" height="7" fill="var(--offquad-window)" />
        </g>
      ))}
      <Door x={100} />
    </>
  )
}

const BUILDINGS: ((props: BuildingProps) => ReactNode)[] = [Gabled, Flats, RowHouses, Turreted, Mansard]

interface WallProps {
  x: number
  width: number
  top: number
  ink: string
  rows: number
  columns: number
}

/**
 * A wall, partly in the shade, with rows of framed windows, some of them lit. Each color is a single path, because a list may
 * show dozens of houses.
 */
function Wall({ x, width, top, ink, rows, columns }: WallProps) {
  const cell = { width: width / columns, height: (GROUND - top) / rows }
  const size = { width: Math.min(12, cell.width * 0.5), height: Math.min(14, cell.height * 0.56) }
  const windows = Array.from({ length: rows * columns }, (_, index) => ({
    left: x + (index % columns) * cell.width + (cell.width - size.width) / 2,
    upper: top + Math.floor(index / columns) * cell.height + (cell.height - size.height) / 2,
    isLit: (index * 7 + columns * 3 + rows) % 5 === 0,
  }))
  const panes = (areLit: boolean) =>
    joined(
      windows.filter(({ isLit }) => isLit === areLit),
      ({ left, upper }) => rectangle(left, upper, size.width, size.height),
    )
  return (
    <>
      <rect x={x} y={top} width={width} height={GROUND - top} fill={`var(--offquad-${ink})`} />
      <rect x={x + width * 0.72} y={top} width={width * 0.28} height={GROUND - top} opacity="0.09" />
      <path
        d={joined(windows, ({ left, upper }) =>
          rectangle(left - 1, upper - 1, size.width + 2, size.height + 2),
        )}
        fill="var(--offquad-trim)"
      />
      <path d={panes(false)} fill="var(--offquad-window)" />
      <path d={panes(true)} fill="var(--offquad-light)" />
      <path
        d={joined(
          windows,
          ({ left, upper }) =>
            `M${short(left + size.width / 2)} ${short(upper)}v${short(size.height)}` +
            `M${short(left)} ${short(upper + size.height * 0.45)}h${short(size.width)}`,
        )}
        fill="none"
        stroke="var(--offquad-trim)"
        strokeWidth="0.9"
      />
    </>
  )
}

const joined = <Item,>(items: readonly Item[], path: (item: Item) => string): string =>
  items.map(path).join('')

/** Two decimals are more than a screen shows. */
const short = (value: number): number => Math.round(value * 100) / 100

const rectangle = (x: number, y: number, width: number, height: number): string =>
  `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`

const circle = (x: number, y: number, radius: number): string => {
  const [r, across] = [short(radius), short(radius * 2)]
  return `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 1 ${across} 0a${r} ${r} 0 1 1 ${-across} 0z`
}

function Door({ x }: { x: number }) {
  return (
    <>
      <rect x={x - 7} y={GROUND - 23} width="14" height="23" fill="var(--offquad-trim)" />
      <rect x={x - 5.5} y={GROUND - 21.5} width="11" height="21.5" fill="var(--offquad-roof)" />
      <rect x={x - 3} y={GROUND - 19} width="6" height="5" fill="var(--offquad-window)" />
    </>
  )
}

function Trees({ trees }: { trees: { x: number; size: number }[] }) {
  return (
    <>
      <path
        d={joined(trees, ({ x, size }) => rectangle(x - 1.5, GROUND - size, 3, size + 4))}
        fill="var(--offquad-roof)"
      />
      <path
        d={joined(trees, ({ x, size }) => circle(x, GROUND - size * 1.4, size))}
        fill="var(--offquad-tree)"
      />
      <path
        d={joined(trees, ({ x, size }) => circle(x - size * 0.3, GROUND - size * 1.7, size * 0.6))}
        fill="var(--offquad-leaves)"
      />
    </>
  )
}

const cloud = (x: number, y: number): string =>
  circle(x, y, 5) + circle(x + 8, y - 3, 7) + circle(x + 16, y, 5) + rectangle(x, y, 16, 5)
