import { type Caller, loadUniversity } from '@offquad/service-kit'
import { sampleContent } from '../../test/sample-content'
import { presentReview } from './review.presenter'
import { createSharedBedrooms } from './shared-bedrooms'
import { type StoredReview } from './stored-review'

const review = {
  id: 'r',
  aptId: null,
  landlordId: 'l',
  userId: 'ann',
  date: new Date('2024-05-01'),
  ...sampleContent,
  likes: 0,
  status: 'REPORTED' as const,
  reports: [{ date: new Date('2024-05-02'), userId: 'rep', reason: 'rude', textFingerprint: 'f' }],
}

/** @param sharing number of authors of visible reviews of the landlord that name two bedrooms */
const present = (shown: StoredReview, caller: Caller, sharing = 3) =>
  presentReview(
    {
      addressOf: (picture, { isPrivate }) => (isPrivate ? `${picture}?key=k` : picture),
      findSharedBedrooms: () =>
        Promise.resolve(
          createSharedBedrooms([{ aptId: null, landlordId: 'l', bedrooms: 2, authors: sharing }]),
        ),
    },
    shown,
    caller,
  )

describe('a presented review', () => {
  it('is of the month that it was at the university, wherever its date is read', async () => {
    loadUniversity('config/university.json')

    const { date } = await present({ ...review, date: new Date('2024-09-01T03:30:00Z') }, {})

    for (const timeZone of ['America/New_York', 'Pacific/Pago_Pago', 'Pacific/Kiritimati'])
      expect(new Date(date).toLocaleDateString('en-US', { timeZone, month: 'long' })).toBe('August')
  })

  it.each([
    ['the author', { userId: 'ann', role: 'student' as const }],
    ['an administrator', { userId: 'adm', role: 'admin' as const }],
  ])('shows %s the exact time and the bedrooms', async (_who, identity) => {
    expect(await present(review, { identity }, 1)).toMatchObject({
      date: '2024-05-01T00:00:00.000Z',
      bedrooms: 2,
    })
  })

  it('says to its author alone when the lease was signed: few sign in the same month', async () => {
    const signed = { ...review, signedMonth: 10 }
    const author = { identity: { userId: 'ann', role: 'student' as const } }

    expect((await present(signed, author)).signedMonth).toBe(10)
    expect(await present(signed, {})).not.toHaveProperty('signedMonth')
  })
})
