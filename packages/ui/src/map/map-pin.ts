import { type Point } from './map-provider'

export interface MapPin extends Point {
  id: string
  /** Accessible name of the link. */
  label: string
  href: string
  /** Enlarged and on top, because it is hovered here or elsewhere on the page. */
  isActive: boolean
  /** The text on the pin, such as a rent; without it the pin is a marker. */
  text?: string
}
