import { type Socket } from 'node:net'
import { deserialize, serialize } from 'bson'

/** An OP_MSG with one body. */
export function message(body: object, requestId = 1): Buffer {
  const document = serialize(body)
  const header = Buffer.alloc(21)
  header.writeInt32LE(21 + document.length, 0)
  header.writeInt32LE(requestId, 4)
  header.writeInt32LE(2013, 12)
  return Buffer.concat([header, document])
}

/** The next replies on a connection, and which requests they are to. */
export async function readReplies(
  socket: Socket,
  count: number,
): Promise<{ to: number; body: Record<string, unknown> }[]> {
  let bytes = Buffer.alloc(0)
  const replies: { to: number; body: Record<string, unknown> }[] = []
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, chunk as Buffer])
    while (bytes.length >= 4 && bytes.length >= bytes.readInt32LE(0)) {
      const length = bytes.readInt32LE(0)
      replies.push({ to: bytes.readInt32LE(8), body: deserialize(bytes.subarray(21, length)) })
      bytes = bytes.subarray(length)
    }
    if (replies.length >= count) break
  }
  return replies
}
