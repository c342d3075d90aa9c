import { Cursors } from './cursors'

const namespace = 'db.items'
const elevenMinutesMs = 11 * 60_000

function openWithRest(cursors: Cursors, isLasting: boolean): number {
  const documents = [{ _id: 1 }, { _id: 2 }]
  const { cursor } = cursors.open({ namespace, documents, batchSize: 1, isLasting })
  return Number((cursor as { id: unknown }).id)
}

describe('Cursors', () => {
  it('closes those that were idle for ten minutes, unless they are to last', () => {
    const cursors = new Cursors()
    const idle = openWithRest(cursors, false)
    const lasting = openWithRest(cursors, true)

    cursors.closeIdle(Date.now() + elevenMinutesMs)

    expect(() => cursors.next(idle, namespace, 1)).toThrow(`cursor id ${idle} not found`)
    expect(cursors.next(lasting, namespace, 1)).toMatchObject({ cursor: { nextBatch: [{ _id: 2 }] } })
  })

  it('keeps those that are in use', () => {
    const cursors = new Cursors()
    const id = openWithRest(cursors, false)

    cursors.closeIdle(Date.now() + 60_000)

    expect(() => cursors.next(id, namespace, 0)).not.toThrow()
  })
})
