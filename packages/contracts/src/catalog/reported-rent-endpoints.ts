import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint'
import { MAX_BEDROOMS, MAX_PRICE_BRACKET } from '../reviews/review-form'
import { Id, publicRead, StrictObject } from '../shapes'
import { LeaseSeason } from './lease-season'
import { ReportedRent } from './listing'

const Bedrooms = Type.Integer({ minimum: 1, maximum: MAX_BEDROOMS })

/** Numbers of visible reviews that name each price bracket, for one year and number of bedrooms. */
export const RentReports = Type.Object({
  year: Type.Integer({ description: 'Year in which the reviews were written' }),
  bedrooms: Bedrooms,
  brackets: Type.Array(Type.Integer({ minimum: 0 }), {
    minItems: MAX_PRICE_BRACKET,
    maxItems: MAX_PRICE_BRACKET,
    description: 'Number of reviews that name the first bracket, the second, and so on',
  }),
})
export type RentReports = Static<typeof RentReports>

/** The rent that students paid for apartments of one size, in one year or in all years. */
export const PaidRent = Type.Object({
  bedrooms: Bedrooms,
  year: Type.Optional(Type.Integer({ description: 'Absent for all years together' })),
  ...ReportedRent.properties,
})
export type PaidRent = Static<typeof PaidRent>

export const getReportedRents = endpoint('GET /api/reported-rents', {
  ...publicRead,
  summary:
    'What students paid by bedrooms and year, from the visible reviews of one apartment (aptId) or of all in an area (area, in any case). Combinations with fewer than three reports are left out. Sorted by bedrooms; for each, all years together first, then the newest year. For an area also when leases are usually signed.',
  query: StrictObject({
    aptId: Type.Optional(Id),
    area: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  }),
  reply: Type.Object({
    rents: Type.Array(PaidRent),
    season: Type.Optional({ ...LeaseSeason, description: 'Of an area; absent with fewer than five reports' }),
  }),
})
