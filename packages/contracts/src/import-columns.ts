import { ApartmentRow, LandlordRow } from './catalog/editing-endpoints'

/** The columns of a kind of import file; without a required column, no row can be read. */
export interface ImportColumns {
  required: string[]
  known: string[]
}

export const IMPORT_COLUMNS = {
  landlords: { required: ['id', 'name'], known: Object.keys(LandlordRow.properties) },
  apartments: { required: ['id', 'name'], known: Object.keys(ApartmentRow.properties) },
  reviews: {
    required: ['date', 'overallRating', 'reviewText'],
    known: [
      'id',
      'aptId',
      'landlordId',
      'date',
      'overallRating',
      'detailedRatings',
      'detailedRatings.location',
      'detailedRatings.maintenance',
      'detailedRatings.safety',
      'detailedRatings.conditions',
      // Spelling in older exports.
      'detailedRatings.condition',
      'bedrooms',
      'price',
      'signedMonth',
      'photos',
      'reviewText',
      'likes',
      'status',
      'userId',
      'decline',
    ],
  },
  faqs: { required: ['question', 'answer'], known: ['question', 'answer'] },
} as const satisfies Record<string, ImportColumns>
