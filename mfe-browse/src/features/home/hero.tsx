import './home.css'
import { university } from '@offquad/web-kit'
import { type ReactNode } from 'react'
import { Cloud, GabledHouse, RoundTree, Wall, Windows } from '../../components/scene-parts'

/** What the product is for, and its search. */
export function Hero({ children }: { children: ReactNode }) {
  return (
    <section className="browse-hero">
      <div className="browse-hero-text">
        <h1>Discover Housing @ {university().name}</h1>
        <p>Find the most highly rated apartments, and take other students’ word for it.</p>
        {children}
      </div>
      <Skyline />
    </section>
  )
}

/** A street on a hill, in the manner of the areas' covers. Most of it is for narrow windows, where it has a row of its own. */
function Skyline() {
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

interface FlatsProps {
  x: number
  y: number
  width: number
  storeys: number
  ink: 'wall' | 'brick'
}

/** A block of flats, its ground at `y`. */
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
