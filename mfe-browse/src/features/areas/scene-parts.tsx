interface WindowsProps {
  x: number
  y: number
  columns: number
  rows: number
  /** From one window to the next, in both directions. */
  step: [number, number]
  size?: [number, number]
}

/** Windows in rows; now and then one is lit. */
export function Windows({ x, y, columns, rows, step, size = [12, 16] }: WindowsProps) {
  return Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const isLit = (index * 7 + columns * 3 + row) % 5 === 0
    return (
      <rect
        key={index}
        className={isLit ? 'browse-ink-light' : 'browse-ink-window'}
        x={x + column * step[0]}
        y={y + row * step[1]}
        width={size[0]}
        height={size[1]}
        rx="1.5"
      />
    )
  })
}

/** A house with a gable, its ground at `y`. */
export function GabledHouse({
  x,
  y,
  width = 84,
  storeys = 2,
}: {
  x: number
  y: number
  width?: number
  storeys?: number
}) {
  const height = storeys * 34 + 12
  return (
    <>
      <rect x={x} y={y - height} width={width} height={height} className="browse-ink-wall" />
      <path
        d={`M${x - 10} ${y - height}l${width / 2 + 10} -${width * 0.46} ${width / 2 + 10} ${width * 0.46}z`}
        className="browse-ink-roof"
      />
      <rect
        x={x + width - 22}
        y={y - height - width * 0.42}
        width="11"
        height="26"
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
      <rect x={x + width / 2 - 8} y={y - 30} width="16" height="30" rx="2" className="browse-ink-door" />
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
    </>
  )
}
