import './areas.css'
import { type ReactNode } from 'react'
import { StreetScene, TowersScene } from './town-scenes'
import { SlopeScene, WoodsScene } from './nature-scenes'

const SCENES: Record<string, () => ReactNode> = {
  towers: TowersScene,
  slope: SlopeScene,
  woods: WoodsScene,
  street: StreetScene,
}

/** The cover picture of an area: a drawn scene by name, or a picture by address. Decoration beside the area's name. */
export function AreaCover({ cover }: { cover: string }) {
  const Scene = SCENES[cover]
  if (!Scene) return <img className="browse-cover" src={cover} alt="" />
  return (
    <svg
      className="browse-cover"
      viewBox="0 0 1200 400"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <rect width="1200" height="400" className="browse-ink-sky" />
      <Scene />
    </svg>
  )
}
