import { type Endpoint, getFrequentQuestions, getListings, getLocation } from '@offquad/contracts'
import { invalidateReads } from './api-query'
import { createQueryClient } from './query-client'

const keyOf = ({ path }: Endpoint, params = {}) => [path, params, {}]

describe('invalidateReads', () => {
  it('makes every cached response of the endpoints stale, with any parameters, and no other', async () => {
    const client = createQueryClient()
    const stale = [
      keyOf(getLocation, { area: 'west' }),
      keyOf(getLocation, { area: 'north' }),
      keyOf(getListings),
    ]
    const fresh = keyOf(getFrequentQuestions)
    for (const key of [...stale, fresh]) client.setQueryData(key, [])

    await invalidateReads(client, [getLocation, getListings])

    expect(stale.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true])
    expect(client.getQueryState(fresh)?.isInvalidated).toBe(false)
  })
})
