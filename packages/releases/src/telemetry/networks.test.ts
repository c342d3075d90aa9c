import { randomBytes } from 'node:crypto'
import { networkBucket } from './networks'

describe('networkBucket', () => {
  it('maps a network to one of 4,096 buckets, depending on the key and the version', () => {
    const key = randomBytes(32)
    const bucketsOf = (keys: Buffer, version: string) =>
      Array.from({ length: 50 }, (_, index) => networkBucket(`10.0.${index}.1`, keys, version))

    expect(networkBucket('10.0.1.1', key, 'a@1')).toBe(networkBucket('10.0.1.254', key, 'a@1'))
    expect(bucketsOf(key, 'a@1')).not.toEqual(bucketsOf(key, 'a@2'))
    expect(bucketsOf(key, 'a@1')).not.toEqual(bucketsOf(randomBytes(32), 'a@1'))
    for (const bucket of bucketsOf(key, 'a@1')) expect(bucket).toMatch(/^n[0-9a-f]{1,3}$/)
  })
})
