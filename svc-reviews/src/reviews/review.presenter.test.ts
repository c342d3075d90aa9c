import { presentReview } from './review.presenter'

const review = {
  ...{ id: 'r', aptId: null, landlordId: 'l', userId: 'ann', date: new Date('2024-05-01'), overallRating: 4 },
  detailedRatings: { location: 5, maintenance: 4, safety: 3, conditions: 2 },
  ...{ bedrooms: 2, price: 3, photos: [], reviewText: 'Warm rooms and thin walls.', likes: 0 },
  status: 'REPORTED' as const,
  reports: [{ date: new Date('2024-05-02'), userId: 'rep', reason: 'rude' }],
}

describe('a presented review', () => {
  it.each([
    ['a visitor', {}],
    ['another student', { identity: { userId: 'stu', role: 'student' as const } }],
    ['the reporter', { identity: { userId: 'rep', role: 'student' as const } }],
  ])('shows %s neither who wrote nor who reported it', (_who, caller) => {
    const presented = presentReview(review, caller)

    expect(presented.userId).toBe('anonymous')
    expect(presented).not.toHaveProperty('reports')
    expect(presented.date).toBe('2024-05-01T00:00:00.000Z')
  })

  it('tells the author that it is theirs, but not who reported it', () => {
    const presented = presentReview(review, { identity: { userId: 'ann', role: 'student' } })

    expect(presented.userId).toBe('ann')
    expect(presented).not.toHaveProperty('reports')
  })

  it('tells an admin both', () => {
    const presented = presentReview(review, { identity: { userId: 'adm', role: 'admin' } })

    expect(presented).toMatchObject({
      userId: 'ann',
      reports: [{ date: '2024-05-02T00:00:00.000Z', userId: 'rep' }],
    })
  })

  it('is anonymous for an admin, too, when no author is known', () => {
    const presented = presentReview(
      { ...review, userId: null },
      { identity: { userId: 'adm', role: 'admin' } },
    )

    expect(presented.userId).toBe('anonymous')
  })
})
