import { MessageSplitter } from './message-splitter'

function messageOf(length: number, fill: number): Buffer {
  const bytes = Buffer.alloc(length, fill)
  bytes.writeInt32LE(length)
  return bytes
}

describe('MessageSplitter', () => {
  const messages = [messageOf(21, 1), messageOf(500, 2), messageOf(33, 3)]
  const stream = Buffer.concat(messages)

  it.each([1, 3, 20, 21, 22, 100, stream.length])('finds the same messages in chunks of %i bytes', (size) => {
    const splitter = new MessageSplitter()
    const split: Buffer[] = []
    for (let at = 0; at < stream.length; at += size)
      split.push(...splitter.push(stream.subarray(at, at + size)))

    expect(split).toEqual(messages)
  })

  it('reads a large message in many chunks in linear time', () => {
    const large = messageOf(20_000_000, 7)
    const splitter = new MessageSplitter()
    const split: Buffer[] = []
    for (let at = 0; at < large.length; at += 4096)
      split.push(...splitter.push(large.subarray(at, at + 4096)))

    expect(split.map(({ length }) => length)).toEqual([large.length])
  })

  it.each([0, 20, -1, 48_000_001])('refuses the impossible length %i', (length) => {
    const bytes = Buffer.alloc(32)
    bytes.writeInt32LE(length)

    expect(() => [...new MessageSplitter().push(bytes)]).toThrow('impossible message length')
  })
})
