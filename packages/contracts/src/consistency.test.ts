import {
  formatConsistencyTokens,
  formatStatsToken,
  parseConsistencyTokens,
  parseStatsToken,
} from './consistency'

describe('consistency tokens', () => {
  it('survive a header, whatever ids are made of', () => {
    const stats = { of: 'listing', id: 'a,b;c/d é', version: 1763800000000 } as const
    const tokens = [{ service: 'svc-catalog', token: formatStatsToken(stats) }]

    const [parsed] = parseConsistencyTokens(formatConsistencyTokens(tokens))

    expect(parsed).toEqual(tokens[0])
    expect(parseStatsToken(parsed?.token ?? '')).toEqual(stats)
  })

  it.each(['', 'svc-catalog', ';', 'a;b;c', ',,'])('are not read from "%s"', (header) => {
    expect(parseConsistencyTokens(header)).toEqual([])
  })

  it.each(['listing/1', 'listing//3', 'room/1/3', 'listing/1/x', 'listing/%/3', ''])(
    'of stats are not "%s"',
    (token) => {
      expect(parseStatsToken(token)).toBeUndefined()
    },
  )
})
