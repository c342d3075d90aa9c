import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { ProblemError } from './problem-error'
import { createQueryClient } from './query-client'

/** Runs a query like a page until the error is shown. */
async function readUntilItFails(status: number): Promise<{ calls: number; waitedMs: number }> {
  const startedAt = Date.now()
  let calls = 0
  const queryFn = () => {
    calls += 1
    return Promise.reject(
      new ProblemError({ type: '/problems/test', title: 'Problem', status, requestId: '' }),
    )
  }
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['test'], queryFn })
  let waitedMs = Infinity
  const stop = observer.subscribe(({ isError }) => {
    if (isError) waitedMs = Date.now() - startedAt
  })
  await jest.advanceTimersByTimeAsync(10_000)
  stop()
  return { calls, waitedMs }
}

describe('a failed query', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it.each([0, 500, 503])('is tried three times within three seconds after a status %i', async (status) => {
    const { calls, waitedMs } = await readUntilItFails(status)

    expect(calls).toBe(3)
    expect(waitedMs).toBeLessThan(3000)
  })

  it.each([400, 401, 403, 404, 429])('is not retried after a status %i', async (status) => {
    const { calls, waitedMs } = await readUntilItFails(status)

    expect(calls).toBe(1)
    expect(waitedMs).toBeLessThan(100)
  })

  it('is not retried without a network, so that a page which is kept opens at once', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { calls, waitedMs } = await readUntilItFails(0)

    expect(calls).toBe(1)
    expect(waitedMs).toBeLessThan(100)
    jest.restoreAllMocks()
  })
})

it('reads what failed without a network again once there is one', async () => {
  const client = createQueryClient()
  client.mount()
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onlineManager.setOnline(false)
  const queryFn = jest.fn().mockRejectedValueOnce(new Error('unreachable')).mockResolvedValue('read')
  const observer = new QueryObserver(client, { queryKey: ['test'], queryFn })
  const results: unknown[] = []
  const stop = observer.subscribe(({ status, data }) => results.push(data ?? status))
  await waitFor(() => expect(results).toContain('error'))
  jest.restoreAllMocks()

  onlineManager.setOnline(true)

  await waitFor(() => expect(results).toContain('read'))
  stop()
  client.unmount()
})

it('sends a change offline, too, so that its failure is shown', async () => {
  onlineManager.setOnline(false)
  const mutationFn = () => Promise.reject(new Error('You are offline.'))

  const change = new MutationObserver(createQueryClient(), { mutationFn }).mutate()

  await expect(change).rejects.toThrow('You are offline.')
  onlineManager.setOnline(true)
})
