import { photoUsageOf } from './outboxes'

const id = (digit: string) => digit.repeat(32)
const own = (digit: string) => `/api/photos/${id(digit)}`

describe('what a change of photos means for those uploaded here', () => {
  it('names those that are new and those that are gone', () => {
    expect(photoUsageOf([own('a'), own('b')], [own('b'), own('c'), own('c')])).toEqual({
      change: expect.any(String),
      attach: [id('c')],
      detach: [id('a')],
    })
  })

  it('is nothing where only others change', () => {
    expect(photoUsageOf([own('a'), 'https://x.org/a.jpg'], ['/media/b.webp', own('a')])).toBeUndefined()
  })
})
