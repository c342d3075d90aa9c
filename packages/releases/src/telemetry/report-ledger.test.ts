import { createLog } from '@offquad/service-kit'
import { openReportLedger } from './report-ledger'

describe('the reports of a page', () => {
  const log = createLog('gateway', 'silent')
  const entries = Array.from({ length: 50 }, (_, index) => `entry ${index}`)

  it.each(['with Redis', 'without Redis'])('count once, and at most forty of them, %s', async (redis) => {
    const { REDIS_URL: running = '' } = process.env
    const REDIS_URL = redis === 'without Redis' ? 'redis://127.0.0.1:9' : running
    const ledger = openReportLedger({ REDIS_URL, QUEUE_PREFIX: `test-${process.pid}-${Date.now()}` }, log)

    const first = await ledger.enter('a page', entries.slice(0, 10))
    const again = await ledger.enter('a page', entries.slice(5, 15))
    const more = await ledger.enter('a page', entries)
    const tooMany = await ledger.enter('a page', ['one more'])
    const other = await ledger.enter('another page', ['one more'])
    await ledger.close()

    expect([first, again, more, tooMany, other].map(({ size }) => size)).toEqual([10, 5, 25, 0, 1])
  })
})
