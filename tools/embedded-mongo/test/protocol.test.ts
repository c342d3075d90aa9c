import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { message, readReplies } from './raw-messages'
import { openTestDatabase } from './test-database'

// https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/. Commands that need no user.
describe('the wire protocol', () => {
  const database = openTestDatabase()

  async function open(): Promise<Socket> {
    const { hostname, port } = new URL(database.uri.replace(/,[^/]*/, ''))
    const socket = connect(Number(port || 27017), hostname)
    await once(socket, 'connect')
    return socket
  }

  async function isAlive(): Promise<boolean> {
    return (await database.db.command({ ping: 1 }))['ok'] === 1
  }

  it('answers messages that arrive together, in order', async () => {
    const socket = await open()
    const commands = [
      { ping: 1, $db: 'admin' },
      { buildInfo: 1, $db: 'admin' },
      { nonsense: 1, $db: 'admin' },
      { ping: 1, $db: 'admin' },
    ]
    socket.write(Buffer.concat(commands.map((command, index) => message(command, index + 10))))

    const replies = await readReplies(socket, 4)

    expect(replies.map(({ to }) => to)).toEqual([10, 11, 12, 13])
    expect(replies.map(({ body }) => body['code'] ?? body['ok'])).toEqual([1, 1, expect.any(Number), 1])
    socket.destroy()
  })

  it.each<[string, () => Buffer]>([
    ['random bytes', () => randomBytes(5000)],
    ['a length that is too small', () => Buffer.alloc(64)],
    [
      'a length that is too large',
      () => Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(60)]),
    ],
    ['an unknown operation', damaged((bytes) => bytes.writeInt32LE(2004 + 77, 12))],
    ['unknown required flags', damaged((bytes) => bytes.writeInt32LE(1 << 5, 16))],
    ['a section kind that does not exist', damaged((bytes) => bytes.writeUInt8(9, 20))],
    ['a document longer than its message', damaged((bytes) => bytes.writeInt32LE(100_000, 21))],
    ['a broken document', damaged((bytes) => bytes.writeUInt8(0xee, 27))],
    ['no body', damaged((bytes) => bytes.writeUInt8(1, 20))],
  ])('closes the connection on %s and lives on', async (_kind, bytes) => {
    const socket = await open()
    socket.on('error', () => undefined)
    const closed = once(socket, 'close')
    socket.end(bytes())
    socket.resume()

    await closed
    expect(await isAlive()).toBe(true)
  })

  it('survives a storm of mutated messages', async () => {
    for (let round = 0; round < 100; round++) {
      const bytes = message({ find: 'x', filter: { a: [1, { b: 'text' }] }, $db: 'fuzz' })
      for (let hit = 0; hit < 3; hit++)
        bytes[4 + Math.floor(Math.random() * (bytes.length - 4))] = Math.floor(Math.random() * 256)
      const socket = await open()
      socket.on('error', () => undefined)
      socket.resume()
      socket.end(bytes)
      await once(socket, 'close')
    }

    expect(await isAlive()).toBe(true)
  })

  function damaged(damage: (bytes: Buffer) => void): () => Buffer {
    return () => {
      const bytes = message({ ping: 1, $db: 'admin' })
      damage(bytes)
      return bytes
    }
  }
})
