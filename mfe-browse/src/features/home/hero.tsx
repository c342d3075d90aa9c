import './home.css'
import { university } from '@offquad/web-kit'
import { type ReactNode } from 'react'

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

// A street on a hill, drawn in the theme's own colours.
function Skyline() {
  return (
    <svg
      className="browse-skyline"
      viewBox="0 0 1200 260"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
    >
      <path className="browse-skyline-far" d="M0 190q180-80 380-46t360-30 460 20v126H0z" />
      <g className="browse-skyline-roof">
        <path d="m620 146 50-44 50 44zM742 132h104v-14H742zM868 138l36-56 36 56zM962 150l58-34 58 34zM1096 128h72l-12-26h-48z" />
      </g>
      <g className="browse-skyline-wall">
        <path d="M628 146h84v80h-84zM750 132h88v94h-88zM874 138h60v88h-60zM970 150h100v76H970zM1100 128h64v98h-64z" />
      </g>
      <g className="browse-skyline-window">
        <path d="M642 162h16v18h-16zM682 162h16v18h-16zM766 146h14v16h-14zM806 146h14v16h-14zM766 176h14v16h-14zM806 176h14v16h-14zM888 154h12v16h-12zM910 154h12v16h-12zM888 182h12v16h-12zM986 166h18v14h-18zM1012 166h18v14h-18zM1040 166h18v14h-18zM1112 142h14v18h-14zM1138 142h14v18h-14zM1112 174h14v18h-14zM1138 174h14v18h-14z" />
      </g>
      <path className="browse-skyline-near" d="M0 238q260-44 560-20t640-22v64H0z" />
    </svg>
  )
}
