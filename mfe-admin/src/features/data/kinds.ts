import { exportApartments, exportLandlords, importApartments, importLandlords } from '@offquad/contracts'

/** What can be imported and exported here. */
export const KINDS = {
  apartments: { importing: importApartments, exporting: exportApartments },
  landlords: { importing: importLandlords, exporting: exportLandlords },
} as const

export type Kind = keyof typeof KINDS
