import { mongo } from 'mongoose'
import { retryOnFailover } from './failover'

const steppedDown = () => new mongo.MongoServerError({ message: 'not primary', code: 10107 })

describe('a write that is retried on failover', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it('is retried until a server is available, and knows that it is repeated', async () => {
    const attempts: boolean[] = []
    const written = retryOnFailover(async (isRepeated) => {
      attempts.push(isRepeated)
      if (attempts.length < 4) throw steppedDown()
      return 'written'
    })

    await jest.runAllTimersAsync()

    expect(await written).toBe('written')
    expect(attempts).toEqual([false, true, true, true])
  })

  it('fails with the last error once an election should be over', async () => {
    const startedAt = Date.now()
    const failed = expect(retryOnFailover(() => Promise.reject(steppedDown()))).rejects.toThrow('not primary')

    await jest.runAllTimersAsync()

    await failed
    expect(Date.now() - startedAt).toBeGreaterThan(4_000)
    expect(Date.now() - startedAt).toBeLessThanOrEqual(5_000)
  })

  it.each([
    ['is wrong', new mongo.MongoServerError({ message: 'E11000', code: 11000 })],
    ['has already waited for a server', new mongo.MongoServerSelectionError('timed out', {} as never)],
  ])('is not retried when it %s', async (_why, error) => {
    let attempts = 0

    const failed = retryOnFailover(() => {
      attempts += 1
      return Promise.reject(error)
    })

    await expect(failed).rejects.toBe(error)
    expect(attempts).toBe(1)
  })
})
