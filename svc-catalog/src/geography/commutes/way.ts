import { type Ways } from '../../catalog/catalog'
import { type Coordinates } from '../../catalog/entities'

const DECIMALS = 4

/** Cache key of coordinates: rounded to a ten-thousandth of a degree, about 11 m. */
export const cellOf = ({ latitude, longitude }: Coordinates): string =>
  `${latitude.toFixed(DECIMALS)},${longitude.toFixed(DECIMALS)}`

export function coordinatesOf(cell: string): Coordinates {
  const [latitude = NaN, longitude = NaN] = cell.split(',').map(Number)
  return { latitude, longitude }
}

/** 'walk 42.4440,-76.4826' */
export const keyOf = ({ destination, mode }: Ways): string => `${mode} ${cellOf(destination)}`
