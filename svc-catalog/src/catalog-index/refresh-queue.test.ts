import { type ChangedIds } from '../catalog/entities'
import { createRefreshQueue } from './refresh-queue'

const apartments = (...apartmentIds: string[]): ChangedIds => ({ apartmentIds, landlordIds: [] })

function startQueue() {
  const reads: { ids: ChangedIds; finish: (error?: Error) => void }[] = []
  const queue = createRefreshQueue(
    (ids) =>
      new Promise<void>((resolve, reject) =>
        reads.push({ ids, finish: (error) => (error ? reject(error) : resolve()) }),
      ),
  )
  const started = async (count: number) => {
    while (reads.length < count) await new Promise(setImmediate)
    return reads[count - 1]?.ids
  }
  return { queue, started, finish: (read: number, error?: Error) => reads[read - 1]?.finish(error), reads }
}

describe('the refresh queue', () => {
  it('reads what arrives during a read together, and after it', async () => {
    const { queue, started, finish, reads } = startQueue()

    const first = queue.refresh(apartments('1'))
    await started(1)
    const second = queue.refresh(apartments('2'))
    const third = queue.refresh({ apartmentIds: ['2', '3'], landlordIds: ['9'] })
    expect(reads).toHaveLength(1)
    finish(1)
    await first

    expect(await started(2)).toEqual({ apartmentIds: ['2', '3'], landlordIds: ['9'] })
    finish(2)
    await Promise.all([second, third])
  })

  it('does not count a read under way for what changed after it began', async () => {
    const { queue, started, finish } = startQueue()

    const first = queue.refresh(apartments('1'))
    await started(1)
    const second = queue.refresh(apartments('1'))
    finish(1)
    await first

    expect(await started(2)).toEqual(apartments('1'))
    finish(2)
    await second
  })

  it('rejects on a failed read and continues', async () => {
    const { queue, started, finish } = startQueue()

    const first = queue.refresh(apartments('1'))
    await started(1)
    finish(1, new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    const second = queue.refresh(apartments('2'))
    await started(2)
    finish(2)

    await second
  })

  it('has nothing to read for no ids', async () => {
    const { queue, reads } = startQueue()

    await queue.refresh(apartments())

    expect(reads).toEqual([])
  })
})
