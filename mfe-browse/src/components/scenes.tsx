import './scenes.css'
import { type ReactNode } from 'react'

// Drawn in the document rather than loaded as images, so that the colors follow the theme and forced colors.

/** The drawn cover pictures of areas, by the names that config/university.json uses. */
export const AREA_SCENES: Record<string, () => ReactNode> = {
  towers: TowersScene,
  slope: SlopeScene,
  woods: WoodsScene,
  street: StreetScene,
}

/** The street behind the home page's search. Narrow windows show more of it, in a row below. */
export function Skyline() {
  return (
    <svg
      className="browse-skyline"
      viewBox="0 0 1200 300"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
    >
      <g className="browse-skyline-sky">
        <Cloud x={920} y={70} />
        <Cloud x={1100} y={44} />
      </g>
      <path className="browse-ink-far" d="M0 230q180-90 380-52t360-34 460 20v136H0z" />
      <g className="browse-skyline-street">
        <GabledHouse x={560} y={272} width={88} ink="brick" />
        <RoundTree x={672} y={274} radius={20} />
        <Flats x={706} y={272} width={88} storeys={4} ink="wall" />
        <RoundTree x={828} y={276} radius={24} />
      </g>
      <RoundTree x={872} y={276} radius={18} />
      <GabledHouse x={902} y={272} width={92} ink="wall" />
      <Flats x={1012} y={272} width={84} storeys={5} ink="brick" />
      <GabledHouse x={1118} y={272} width={84} ink="wall" />
      <RoundTree x={1104} y={278} radius={16} />
      <path className="browse-ink-near" d="M0 272q300-16 600-6t600 0v34H0z" />
    </svg>
  )
}

/** Apartment blocks beside old houses, a clock tower on the hill behind. */
function TowersScene() {
  return (
    <>
      <Cloud x={200} y={70} />
      <Cloud x={640} y={96} />
      <Cloud x={1080} y={60} />
      <path d="M0 300q260-120 560-60t640-110v270H0z" className="browse-ink-far" />
      <Wall x={884} y={92} width={44} height={150} ink="wall" />
      <path d="M876 96l30-58 30 58z" className="browse-ink-roof" />
      <circle cx="906" cy="122" r="12" className="browse-ink-light" />
      <Windows x={894} y={150} columns={2} rows={3} step={[16, 26]} size={[8, 14]} />
      <g>
        <Wall x={96} y={150} width={128} height={220} ink="wall" />
        <rect x="90" y="142" width="140" height="12" className="browse-ink-roof" />
        <Windows x={112} y={172} columns={5} rows={6} step={[21, 30]} />
        <Wall x={238} y={96} width={150} height={274} ink="brick" />
        <Wall x={300} y={74} width={44} height={24} ink="brick" />
        <Windows x={256} y={118} columns={6} rows={8} step={[21, 29]} />
        <Wall x={402} y={188} width={118} height={182} ink="wall" />
        <path d="M402 188h118v-12H402z" className="browse-ink-roof" />
        <Windows x={418} y={206} columns={4} rows={5} step={[25, 30]} />
      </g>
      <GabledHouse x={560} y={366} width={100} storeys={2} />
      <GabledHouse x={688} y={370} width={84} storeys={2} />
      <g>
        <Wall x={812} y={216} width={132} height={154} ink="brick" />
        <Windows x={830} y={234} columns={5} rows={4} step={[21, 30]} />
        <Wall x={974} y={156} width={120} height={214} ink="wall" />
        <rect x="968" y="148" width="132" height="12" className="browse-ink-roof" />
        <Windows x={990} y={176} columns={4} rows={6} step={[25, 30]} />
      </g>
      <path d="M0 366h1200v34H0z" className="browse-ink-near" />
      <RoundTree x={60} y={368} radius={26} />
      <RoundTree x={540} y={370} radius={20} />
      <RoundTree x={958} y={370} radius={19} />
      <RoundTree x={1140} y={368} radius={28} />
    </>
  )
}

/** A shopping street at the foot of the hill: brick fronts, awnings, lamps and a string of lights. */
function StreetScene() {
  const fronts = [
    { x: 40, width: 150, top: 150, ink: 'brick' as const },
    { x: 190, width: 118, top: 190, ink: 'wall' as const },
    { x: 308, width: 172, top: 126, ink: 'brick' as const },
    { x: 480, width: 132, top: 176, ink: 'wall' as const },
    { x: 612, width: 112, top: 148, ink: 'brick' as const },
    { x: 724, width: 166, top: 196, ink: 'wall' as const },
    { x: 890, width: 128, top: 134, ink: 'brick' as const },
    { x: 1018, width: 142, top: 172, ink: 'wall' as const },
  ]
  return (
    <>
      <Cloud x={120} y={64} />
      <Cloud x={820} y={58} />
      <path d="M0 260q300-150 640-70t560-50v260H0z" className="browse-ink-far" />
      {fronts.map(({ x, width, top, ink }) => (
        <g key={x}>
          <Wall x={x} y={top} width={width} height={370 - top} ink={ink} />
          <rect x={x - 4} y={top - 8} width={width + 8} height="12" className="browse-ink-roof" />
          <Windows
            x={x + 16}
            y={top + 20}
            columns={Math.floor((width - 16) / 30)}
            rows={Math.floor((272 - top) / 36)}
            step={[30, 36]}
            size={[16, 22]}
          />
          <rect x={x + 12} y="306" width={width - 24} height="64" className="browse-ink-light" />
          <path d={`M${x + 4} 306l10-22h${width - 28}l10 22z`} className="browse-ink-roof" />
        </g>
      ))}
      <path d="M0 366h1200v34H0z" className="browse-ink-road" />
      <path d="M20 130q190 74 380 0t380 0 400 0" fill="none" strokeWidth="2" className="browse-ink-line" />
      {Array.from({ length: 24 }, (_, index) => (
        <circle
          key={index}
          cx={44 + index * 48}
          cy={148 + 18 * Math.abs(Math.sin((index * Math.PI) / 7.9))}
          r="5"
          className="browse-ink-light"
        />
      ))}
      {[170, 596, 1004].map((x) => (
        <g key={x}>
          <path d={`M${x} 368V252`} strokeWidth="6" className="browse-ink-line" />
          <circle cx={x} cy="244" r="12" className="browse-ink-light" />
        </g>
      ))}
    </>
  )
}

/** Big old houses step down a hill towards a lake. */
function SlopeScene() {
  return (
    <>
      <Cloud x={170} y={90} />
      <Cloud x={560} y={60} />
      <path d="M0 214q240-70 520-20t680-60v266H0z" className="browse-ink-far" />
      <path d="M0 262h620v138H0z" className="browse-ink-water" />
      <path
        d="M60 292h90M190 312h130M40 336h120M300 284h80M240 350h150"
        strokeWidth="3"
        className="browse-ink-ripple"
      />
      <path d="M130 300l26-60 4 60zM160 300l20-44v44zM118 304h74l-12 14h-50z" className="browse-ink-sail" />
      <path d="M330 400q180-30 340-110T1200 110v290z" className="browse-ink-near" />
      <GabledHouse x={520} y={366} width={92} storeys={2} />
      <GabledHouse x={668} y={318} width={104} storeys={2} ink="brick" />
      <GabledHouse x={826} y={262} width={96} storeys={2} />
      <GabledHouse x={984} y={206} width={108} storeys={2} ink="brick" />
      <RoundTree x={640} y={352} radius={22} />
      <RoundTree x={800} y={300} radius={25} />
      <RoundTree x={956} y={246} radius={22} />
      <RoundTree x={1140} y={176} radius={30} />
      <Fir x={470} y={388} height={86} />
      <Fir x={1096} y={330} height={110} />
      <Fir x={1040} y={352} height={84} />
      <RoundTree x={900} y={376} radius={26} />
    </>
  )
}

/** A gorge with a bridge, woods on both sides, and a house among the trees. */
function WoodsScene() {
  const firs: [x: number, y: number, height: number][] = [
    [70, 300, 150],
    [130, 316, 116],
    [196, 308, 168],
    [262, 322, 120],
    [690, 318, 130],
    [742, 308, 172],
    [1010, 304, 160],
    [1064, 316, 118],
    [1124, 300, 180],
  ]
  return (
    <>
      <Cloud x={250} y={80} />
      <Cloud x={940} y={66} />
      <path d="M0 236q220-110 520-50t680-40v254H0z" className="browse-ink-far" />
      <path d="M0 296h360l44 104H0zM640 296h560v104H596z" className="browse-ink-near" />
      <path d="M404 400l-26-62h244l-26 62z" className="browse-ink-water" />
      <path d="M360 296l44 104h18l-44-104zM640 296l-44 104h-18l44-104z" className="browse-ink-rock" />
      <path d="M336 282h328v16H336z" className="browse-ink-rock" />
      <path
        d="M352 298q148 96 296 0M402 298v28M452 298v44M502 298v50M552 298v44M602 298v28M352 282v-24M412 282v-24M472 282v-24M532 282v-24M592 282v-24M650 282v-24M346 258h310"
        fill="none"
        strokeWidth="5"
        className="browse-ink-stone"
      />
      <GabledHouse x={840} y={318} width={112} storeys={2} />
      {firs.map(([x, y, height]) => (
        <Fir key={x} x={x} y={y} height={height} />
      ))}
      <RoundTree x={314} y={318} radius={30} />
      <RoundTree x={800} y={324} radius={28} />
      <RoundTree x={978} y={330} radius={24} />
    </>
  )
}

interface FlatsProps {
  x: number
  y: number
  width: number
  storeys: number
  ink: 'wall' | 'brick'
}

/** An apartment block that stands on `y`. */
function Flats({ x, y, width, storeys, ink }: FlatsProps) {
  const height = storeys * 30 + 16
  return (
    <>
      <Wall x={x} y={y - height} width={width} height={height} ink={ink} />
      <rect x={x - 5} y={y - height - 8} width={width + 10} height="10" className="browse-ink-roof" />
      <Windows x={x + 14} y={y - height + 14} columns={3} rows={storeys} step={[width / 3, 30]} />
    </>
  )
}

interface WindowsProps {
  x: number
  y: number
  columns: number
  rows: number
  /** Distance from one window to the next, in both directions. */
  step: [number, number]
  size?: [number, number]
}

/** Rows of framed windows, some of them lit. */
function Windows({ x, y, columns, rows, step, size = [12, 16] }: WindowsProps) {
  const [width, height] = size
  return Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const [left, top] = [x + column * step[0], y + row * step[1]]
    const isLit = (index * 7 + columns * 3 + row) % 5 === 0
    return (
      <g key={index}>
        <rect
          x={left - 1.5}
          y={top - 1.5}
          width={width + 3}
          height={height + 3}
          className="browse-ink-trim"
        />
        <rect
          x={left}
          y={top}
          width={width}
          height={height}
          className={isLit ? 'browse-ink-light' : 'browse-ink-window'}
        />
        <path
          d={`M${left + width / 2} ${top}v${height}M${left} ${top + height * 0.45}h${width}`}
          className="browse-ink-bar"
        />
      </g>
    )
  })
}

interface WallProps {
  x: number
  y: number
  width: number
  height: number
  ink: 'wall' | 'brick'
}

/** A wall, partly in the shade. */
function Wall({ x, y, width, height, ink }: WallProps) {
  return (
    <>
      <rect x={x} y={y} width={width} height={height} className={`browse-ink-${ink}`} />
      <rect x={x + width * 0.72} y={y} width={width * 0.28} height={height} className="browse-ink-shade" />
    </>
  )
}

/** A framed door that stands on `y`. */
function Door({ x, y }: { x: number; y: number }) {
  return (
    <>
      <rect x={x - 10} y={y - 34} width="20" height="34" className="browse-ink-trim" />
      <rect x={x - 8} y={y - 32} width="16" height="32" rx="2" className="browse-ink-door" />
      <rect x={x - 4.5} y={y - 28} width="9" height="8" className="browse-ink-window" />
    </>
  )
}

function Cloud({ x, y }: { x: number; y: number }) {
  return (
    <g className="browse-ink-cloud">
      <circle cx={x} cy={y} r="13" />
      <circle cx={x + 20} cy={y - 8} r="18" />
      <circle cx={x + 42} cy={y} r="14" />
      <rect x={x - 6} y={y} width="54" height="14" rx="7" />
    </g>
  )
}

/** A gabled house that stands on `y`. */
function GabledHouse({
  x,
  y,
  width = 84,
  storeys = 2,
  ink = 'wall',
}: {
  x: number
  y: number
  width?: number
  storeys?: number
  ink?: WallProps['ink']
}) {
  const height = storeys * 34 + 12
  return (
    <>
      <Wall x={x} y={y - height} width={width} height={height} ink={ink} />
      <rect
        x={x + width - 24}
        y={y - height - width * 0.42}
        width="12"
        height="30"
        className="browse-ink-trim"
      />
      <path
        d={`M${x - 10} ${y - height}l${width / 2 + 10} -${width * 0.46} ${width / 2 + 10} ${width * 0.46}z`}
        className="browse-ink-roof"
      />
      <Windows
        x={x + 13}
        y={y - height + 12}
        columns={2}
        rows={storeys}
        step={[width - 40, 34]}
        size={[15, 19]}
      />
      <Door x={x + width / 2} y={y} />
    </>
  )
}

function Fir({ x, y, height }: { x: number; y: number; height: number }) {
  const half = height * 0.24
  return (
    <path
      className="browse-ink-tree"
      d={`M${x} ${y - height}l${half} ${height * 0.42}h-${half * 0.45}l${half * 0.75} ${height * 0.5}H${x - half * 1.3}l${half * 0.75} -${height * 0.5}h-${half * 0.45}z`}
    />
  )
}

function RoundTree({ x, y, radius }: { x: number; y: number; radius: number }) {
  return (
    <>
      <rect x={x - 3} y={y - radius} width="6" height={radius} className="browse-ink-door" />
      <circle cx={x} cy={y - radius * 1.5} r={radius} className="browse-ink-tree" />
      <circle cx={x - radius * 0.3} cy={y - radius * 1.8} r={radius * 0.6} className="browse-ink-leaves" />
    </>
  )
}
