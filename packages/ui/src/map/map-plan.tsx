import { type MapProvider, type Point } from './map-provider'

interface MapPlanProps {
  provider: MapProvider
  /** Distance rings are centered on their mean. */
  landmarks: readonly Point[]
  /** The latitude that the scale is computed for: Web Mercator stretches with the distance from the equator. */
  latitude: number
}

/** What a plan without streets can show: distance rings around campus, a scale, and north. */
export function MapPlan({ provider, landmarks, latitude }: MapPlanProps) {
  const feetPerPixel = feetPerPixelAt(latitude, provider.zoom())
  const bar = SCALE_STEPS.find(({ feet }) => feet / feetPerPixel >= SHORTEST_BAR) ?? LONGEST_STEP
  return (
    <>
      {landmarks.length > 0 && (
        <Rings {...provider.project(middleOf(landmarks))} feetPerPixel={feetPerPixel} />
      )}
      <div className="offquad-map-scale">
        <svg viewBox="0 0 16 24" role="img" aria-label="North is up">
          <path d="m8 1 5 13-5-3-5 3z" fill="currentColor" />
          <path d="M5.5 23v-6l5 6v-6" fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
        <p>
          <span className="offquad-map-bar" style={{ width: bar.feet / feetPerPixel }} />
          <span>{bar.label}</span>
        </p>
        <p>Plan without streets, true to scale</p>
      </div>
    </>
  )
}

/** Circles of equal distance, for orientation without streets. */
function Rings({ x, y, feetPerPixel }: { x: number; y: number; feetPerPixel: number }) {
  return (
    <svg className="offquad-map-rings" aria-hidden="true">
      {RINGS.map(({ feet, label }) => {
        const radius = feet / feetPerPixel
        return radius < SMALLEST_RING ? null : (
          <g key={label}>
            <circle cx={x} cy={y} r={radius} />
            <text x={x} y={y - radius - 6}>
              {label}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const FEET_PER_METER = 3.28084
const MILE = 5280

const RINGS = [
  { feet: MILE / 4, label: '¼ mile' },
  { feet: MILE / 2, label: '½ mile' },
  { feet: MILE, label: '1 mile' },
  { feet: 2 * MILE, label: '2 miles' },
  { feet: 4 * MILE, label: '4 miles' },
]
const LONGEST_STEP = { feet: 4 * MILE, label: '4 mi' }
const SCALE_STEPS = [
  { feet: 50, label: '50 ft' },
  { feet: 100, label: '100 ft' },
  { feet: 200, label: '200 ft' },
  { feet: 500, label: '500 ft' },
  { feet: 1000, label: '1,000 ft' },
  { feet: MILE / 2, label: '½ mi' },
  { feet: MILE, label: '1 mi' },
  { feet: 2 * MILE, label: '2 mi' },
  LONGEST_STEP,
]
const SHORTEST_BAR = 56
const SMALLEST_RING = 48

/**
 * Web Mercator with tiles of 256 pixels: 156,543.03 m a pixel at zoom 0 on the equator (OpenStreetMap wiki, "Zoom
 * levels"). Leaflet and Google Maps share it.
 */
function feetPerPixelAt(latitude: number, zoom: number): number {
  const metersPerPixel = (156_543.03392 * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom
  return metersPerPixel * FEET_PER_METER
}

function middleOf(points: readonly Point[]): Point {
  const mean = (pick: (point: Point) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) }
}
