import { createLog } from '@offquad/service-kit'
import { openReportLedger } from './report-ledger'

describe('the reports of a page', () => {
  const log = createLog('gateway', 'silent')
  const entries = (from: number, to: number) =>
    new Map(Array.from({ length: to - from }, (_, index) => [`entry ${from + index}`, '']))

  function open(redis: string) {
    const { REDIS_URL: running = '' } = process.env
    const REDIS_URL = redis === 'without Redis' ? 'redis://127.0.0.1:9' : running
    return openReportLedger({ REDIS_URL, QUEUE_PREFIX: `test-${process.pid}-${Date.now()}` }, log)
  }

  it.each(['with Redis', 'without Redis'])('count once, and at most eighty of them, %s', async (redis) => {
    const ledger = open(redis)

    const first = await ledger.enter('a page', entries(0, 10))
    const again = await ledger.enter('a page', entries(5, 15))
    const more = await ledger.enter('a page', entries(0, 100))
    const tooMany = await ledger.enter('a page', new Map([['one more', '']]))
    const other = await ledger.enter('another page', new Map([['one more', '']]))
    await ledger.close()

    expect([first, again, more, tooMany, other].map(({ size }) => size)).toEqual([10, 5, 65, 0, 1])
  })

  it.each(['with Redis', 'without Redis'])('count with their last value, %s', async (redis) => {
    const ledger = open(redis)
    const enter = async (value: string) => [...(await ledger.enter('a page', new Map([['INP', value]])))]

    const accepted = [await enter('12'), await enter('12'), await enter('20'), await enter('12')]
    // Of a page that has reported too many nothing changes any more: not all of it was counted.
    await ledger.enter('a page', entries(0, 100))
    accepted.push(await enter('30'))
    await ledger.close()

    expect(accepted).toEqual([[['INP', undefined]], [], [['INP', '12']], [['INP', '20']], []])
  })
})
