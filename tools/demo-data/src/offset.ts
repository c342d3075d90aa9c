import { type University } from '@offquad/contracts'

const KM_PER_DEGREE = 111.2

export function offset({ latitude, longitude }: University['mapCenter'], northKm: number, eastKm: number) {
  const perDegreeEast = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
  const round = (value: number) => Math.round(value * 1e5) / 1e5
  return {
    latitude: round(latitude + northKm / KM_PER_DEGREE),
    longitude: round(longitude + eastKm / perDegreeEast),
  }
}
