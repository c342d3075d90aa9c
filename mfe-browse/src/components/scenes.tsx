import './scenes.css'
import desk from './scenes/desk.svg'
import skyline from './scenes/skyline.svg'
import slope from './scenes/slope.svg'
import street from './scenes/street.svg'
import towers from './scenes/towers.svg'
import woods from './scenes/woods.svg'

/** The street behind the home page's search. Narrow windows show more of it, in a row below. */
export const SKYLINE = skyline

/** A desk on which someone reads a lease. */
export const DESK = desk

/** The cover pictures of areas, by the names that config/university.json uses. */
export const AREA_SCENES: Readonly<Record<string, string>> = { towers, slope, woods, street }

/**
 * A drawing, as part of the document: as an image it would not follow the theme and forced colors.
 * @param drawing the text of one of our SVG files
 */
export function Scene({ drawing }: { drawing: string }) {
  return <span className="browse-scene" dangerouslySetInnerHTML={{ __html: drawing }} />
}
