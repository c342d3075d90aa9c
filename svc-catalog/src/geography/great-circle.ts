import { type Coordinates } from '../catalog/entities'

const EARTH_RADIUS_METRES = 6_371_009

/** Distance in meters by the haversine formula, which is precise for small distances. */
export function greatCircleMetres(from: Coordinates, to: Coordinates): number {
  const [fromLatitude, toLatitude] = [radians(from.latitude), radians(to.latitude)]
  const chord =
    haversine(toLatitude - fromLatitude) +
    Math.cos(fromLatitude) * Math.cos(toLatitude) * haversine(radians(to.longitude - from.longitude))
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(chord)))
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
const haversine = (angle: number) => Math.sin(angle / 2) ** 2
