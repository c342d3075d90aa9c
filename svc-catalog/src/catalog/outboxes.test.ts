import { photoUsageOf } from './outboxes'

const id = (digit: string) => digit.repeat(32)
const own = (digit: string) => `/api/photos/${id(digit)}`

describe('what a change of photos means for those uploaded here', () => {
  it('names added and removed ones', () => {
    expect(photoUsageOf([own('a'), own('b')], [own('b'), own('c'), own('c')])).toEqual({
      change: expect.any(String),
      changedAt: expect.any(Date),
      attach: [id('c')],
      detach: [id('a')],
    })
  })

  it('is undefined if only other pictures change', () => {
    expect(photoUsageOf([own('a'), 'https://x.org/a.jpg'], ['/media/b.webp', own('a')])).toBeUndefined()
  })
})
