import { Cursors } from './cursors'

const namespace = 'db.items'

describe('a cursor', () => {
  it('is closed when it was idle for ten minutes, and not before', () => {
    const cursors = new Cursors()
    const documents = [1, 2, 3].map((_id) => ({ _id }))
    const { cursor } = cursors.open({ namespace, documents, batchSize: 1 })
    const id = Number((cursor as { id: unknown }).id)

    cursors.closeIdle(Date.now() + 9 * 60_000)
    expect(cursors.next(id, namespace, 1)).toMatchObject({ cursor: { nextBatch: [{ _id: 2 }] } })
    cursors.closeIdle(Date.now() + 11 * 60_000)

    expect(() => cursors.next(id, namespace, 1)).toThrow(`cursor id ${id} not found`)
  })
})
