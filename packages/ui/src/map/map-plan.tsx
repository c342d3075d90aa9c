import { type Box, placeLabels, type Position } from './map-labels'
import { type Point } from './map-provider'
import { type DrawnMap } from './use-map'

/** The rough outline of a part of town: its corners in order. */
export interface MapArea {
  name: string
  outline: readonly Point[]
}

/** Circles around a place, each a number of minutes away from it. */
export interface MapRings {
  center: Point
  minutes: readonly number[]
  /** Distance covered in a minute, along the straight line, in meters. */
  metersPerMinute: number
  /** Minutes that every commute takes in addition, such as to lock a bicycle. */
  extraMinutes?: number
  /** Explains the minutes: 'Minutes on foot to Ho Plaza, estimated'. */
  label: string
}

/** A menu of the rings' possible centers, in the legend in place of their label. */
export interface MapRingChoice {
  value: string
  options: readonly { value: string; label: string; group: string }[]
  onChange: (value: string) => void
  /** Explains the minutes, or why there are no rings. */
  note?: string
}

interface DrawingProps {
  map: Pick<DrawnMap, 'place' | 'zoom'>
  areas?: readonly MapArea[]
  rings?: MapRings
  /** Boxes that the labels must not cover. */
  taken: readonly Box[]
}

/** Outlines of areas and rings of minutes, on the layer that moves along with the map. */
export function MapDrawing({ map, areas = [], rings, taken }: DrawingProps) {
  const circles = rings ? circlesOf(rings, map) : []
  const names = placeLabels(
    areas.map(({ name, outline }) => areaLabel(name, map.place(middleOf(outline)))),
    taken,
  )
  const minutes = placeLabels(circles.flatMap(ringLabels), [...taken, ...names])
  return (
    <>
      <svg className="offquad-map-drawing" aria-hidden="true">
        {areas.map(({ name, outline }) => (
          <polygon key={name} points={outline.map((corner) => pairOf(map.place(corner))).join(' ')} />
        ))}
        {circles.map(({ count, x, y, radius }) => (
          <circle key={count} cx={x} cy={y} r={radius} />
        ))}
        {minutes.map(({ key, text, x, y }) => (
          <text key={key} x={x} y={y} dy="0.35em">
            {text}
          </text>
        ))}
      </svg>
      {names.map(({ text, x, y }) => (
        <span key={text} className="offquad-map-area" style={{ left: x, top: y }}>
          {text}
        </span>
      ))}
    </>
  )
}

const pairOf = ({ x, y }: { x: number; y: number }): string => `${x},${y}`

/** Size of capitals of 15 px, and possible distances of a name from the center of its area. */
const AREA = { letter: 12, height: 22, up: [0, -24, 24, -48, 48], aside: [0, -40, 40] }

function areaLabel(name: string, { x, y }: Position) {
  return {
    text: name,
    width: name.length * AREA.letter,
    height: AREA.height,
    places: AREA.up.flatMap((up) => AREA.aside.map((aside) => ({ x: x + aside, y: y + up }))),
  }
}

function circlesOf(
  { center, minutes, metersPerMinute, extraMinutes = 0 }: MapRings,
  map: DrawingProps['map'],
) {
  const metersPerPixel = metersPerPixelAt(center.latitude, map.zoom())
  return minutes
    .map((count) => ({
      ...map.place(center),
      count,
      radius: ((count - extraMinutes) * metersPerMinute) / metersPerPixel,
    }))
    .filter(({ radius }) => radius >= SMALLEST_RING)
}

/** Possible positions of a label along its ring, in degrees from the top and the bottom. */
const TURNS = [0, -12, 12, -24, 24, -36, 36]

const ringLabels = ({ count, x, y, radius }: ReturnType<typeof circlesOf>[number]) =>
  [-radius, radius].map((offset) => ({
    key: `${count} min at ${Math.sign(offset)}`,
    text: `${count} min`,
    width: 44,
    height: 16,
    places: TURNS.map((degrees) => {
      const turn = (degrees * Math.PI) / 180
      return { x: x + radius * Math.sin(turn), y: y + offset * Math.cos(turn) }
    }),
  }))

interface MapScaleProps {
  map: Pick<DrawnMap, 'zoom'>
  /** The latitude of the scale: Web Mercator stretches with the distance from the equator. */
  latitude: number
  /** Whether there is no street map below. */
  isPlan: boolean
  rings?: MapRings
  ringChoice?: MapRingChoice
}

/** An arrow to the north, a scale, and the legend of the drawing. */
export function MapScale({ map, latitude, isPlan, rings, ringChoice }: MapScaleProps) {
  const feetPerPixel = metersPerPixelAt(latitude, map.zoom()) * FEET_PER_METER
  const bar = SCALE_STEPS.find(({ feet }) => feet / feetPerPixel >= SHORTEST_BAR) ?? LONGEST_STEP
  const notes = [isPlan && 'Plan without streets, true to scale', ringChoice ? ringChoice.note : rings?.label]
  return (
    <div className="offquad-map-scale offquad-map-over">
      {isPlan && (
        <>
          <svg viewBox="0 0 16 24" width="16" height="24" role="img" aria-label="North is up">
            <path d="m8 1 5 13-5-3-5 3z" fill="currentColor" />
            <path d="M5.5 23v-6l5 6v-6" fill="none" stroke="currentColor" strokeWidth="1.6" />
          </svg>
          <p>
            <span className="offquad-map-bar" style={{ width: bar.feet / feetPerPixel }} />
            <span>{bar.label}</span>
          </p>
        </>
      )}
      {ringChoice && <RingMenu {...ringChoice} />}
      <p className="offquad-map-notes offquad-cluster">
        {notes.map((note) => note && <span key={note}>{note}</span>)}
      </p>
    </div>
  )
}

function RingMenu({ value, options, onChange }: MapRingChoice) {
  const groups = [...new Set(options.map(({ group }) => group))]
  return (
    <label className="offquad-map-ring-menu">
      <span>Rings</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            {options
              .filter((option) => option.group === group)
              .map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  )
}

const FEET_PER_METER = 3.28084
const MILE = 5280

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
const SMALLEST_RING = 32

/**
 * Web Mercator with tiles of 256 pixels: 156,543.03 m a pixel at zoom 0 on the equator (OpenStreetMap wiki, "Zoom
 * levels"). Leaflet and Google Maps share it.
 */
const metersPerPixelAt = (latitude: number, zoom: number): number =>
  (156_543.03392 * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom

function middleOf(points: readonly Point[]): Point {
  const mean = (pick: (point: Point) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) }
}
