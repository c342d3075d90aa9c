import './listing.css'

const ROOFS = ['M60 108 100 70l40 38z', 'M58 108V84h84v24z', 'M56 108 76 76h48l20 32z']
const HILLS = [
  'M0 120q50-34 110-14t90-12v56H0z',
  'M0 112q70 22 120-8t80 4v42H0z',
  'M0 124q40-30 90-22t110-16v64H0z',
]

/** Stands where a picture would: a small drawn house, the same one for the same `seed` every time. */
export function DrawnHouse({ seed }: { seed: string }) {
  const number = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)
  const storeys = 1 + (number % 3)
  const lift = (storeys - 1) * 16
  const left = 0.8 + ((number >> 3) % 5) * 0.1
  return (
    <svg
      className="offquad-drawn"
      viewBox="0 0 200 150"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <rect width="200" height="150" className="offquad-drawn-sky" />
      <circle cx={30 + (number % 140)} cy={30} r={10} className="offquad-drawn-sun" />
      <path d={HILLS[number % HILLS.length]} className="offquad-drawn-hill" />
      <g transform={`translate(${(number % 50) - 25} 0) scale(${left} 1)`}>
        <path
          d={ROOFS[number % ROOFS.length]}
          transform={`translate(0 ${-lift})`}
          className="offquad-drawn-roof"
        />
        <rect x="66" y={108 - lift} width="68" height={42 + lift} className="offquad-drawn-wall" />
        {Array.from({ length: storeys }, (_, storey) => (
          <g key={storey} className="offquad-drawn-window">
            <rect x="76" y={116 - storey * 16} width="10" height="9" />
            <rect x="114" y={116 - storey * 16} width="10" height="9" />
          </g>
        ))}
        <rect x="94" y="128" width="12" height="22" className="offquad-drawn-door" />
      </g>
    </svg>
  )
}
