/** For tests: the valid content of a review. */
export const sampleContent = {
  overallRating: 4,
  detailedRatings: { location: 5, maintenance: 4, safety: 3, conditions: 2 },
  bedrooms: 2,
  price: 3,
  photos: [] as string[],
  reviewText: 'Warm rooms and thin walls.',
}

const { detailedRatings, ...others } = sampleContent

/** The same content as a row of an import file. */
export const sampleRowContent = {
  ...others,
  'detailedRatings.location': detailedRatings.location,
  'detailedRatings.maintenance': detailedRatings.maintenance,
  'detailedRatings.safety': detailedRatings.safety,
  'detailedRatings.conditions': detailedRatings.conditions,
}
