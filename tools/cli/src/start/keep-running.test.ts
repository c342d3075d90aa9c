/** @jest-environment node */
import { keepRunning } from './keep-running'

it('ends a server that is being started again when it stops', async () => {
  jest.useFakeTimers()
  const closed: number[] = []
  const ends: ((reason: string) => void)[] = []
  const starts: (() => void)[] = []
  const start = async () => {
    const pid = starts.length
    await new Promise<void>((resolve) => {
      starts.push(resolve)
      if (pid === 0) resolve()
    })
    return {
      pid,
      ended: new Promise<string>((resolve) => ends.push(resolve)),
      close: async () => void closed.push(pid),
    }
  }
  const running = await keepRunning('mongod', start, () => undefined)
  ends[0]?.('mongod was killed')
  await jest.runAllTimersAsync()

  const stopping = running.stop()
  starts[1]?.()
  await stopping

  expect(closed).toEqual([1])
  jest.useRealTimers()
})
