import './scene-parts.css'

interface WindowsProps {
  x: number
  y: number
  columns: number
  rows: number
  /** From one window to the next, in both directions. */
  step: [number, number]
  size?: [number, number]
}

/** Framed windows in rows, some of them lit. */
export function Windows({ x, y, columns, rows, step, size = [12, 16] }: WindowsProps) {
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

/** A wall in light and shade. */
export function Wall({ x, y, width, height, ink }: WallProps) {
  return (
    <>
      <rect x={x} y={y} width={width} height={height} className={`browse-ink-${ink}`} />
      <rect x={x + width * 0.72} y={y} width={width * 0.28} height={height} className="browse-ink-shade" />
    </>
  )
}

/** A door in its frame, on the ground at `y`. */
function Door({ x, y }: { x: number; y: number }) {
  return (
    <>
      <rect x={x - 10} y={y - 34} width="20" height="34" className="browse-ink-trim" />
      <rect x={x - 8} y={y - 32} width="16" height="32" rx="2" className="browse-ink-door" />
      <rect x={x - 4.5} y={y - 28} width="9" height="8" className="browse-ink-window" />
    </>
  )
}

export function Cloud({ x, y }: { x: number; y: number }) {
  return (
    <g className="browse-ink-cloud">
      <circle cx={x} cy={y} r="13" />
      <circle cx={x + 20} cy={y - 8} r="18" />
      <circle cx={x + 42} cy={y} r="14" />
      <rect x={x - 6} y={y} width="54" height="14" rx="7" />
    </g>
  )
}

/** A house with a gable, its ground at `y`. */
export function GabledHouse({
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

export function Fir({ x, y, height }: { x: number; y: number; height: number }) {
  const half = height * 0.24
  return (
    <path
      className="browse-ink-tree"
      d={`M${x} ${y - height}l${half} ${height * 0.42}h-${half * 0.45}l${half * 0.75} ${height * 0.5}H${x - half * 1.3}l${half * 0.75} -${height * 0.5}h-${half * 0.45}z`}
    />
  )
}

export function RoundTree({ x, y, radius }: { x: number; y: number; radius: number }) {
  return (
    <>
      <rect x={x - 3} y={y - radius} width="6" height={radius} className="browse-ink-door" />
      <circle cx={x} cy={y - radius * 1.5} r={radius} className="browse-ink-tree" />
      <circle cx={x - radius * 0.3} cy={y - radius * 1.8} r={radius * 0.6} className="browse-ink-leaves" />
    </>
  )
}
