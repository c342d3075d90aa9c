import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { request } from 'undici'
import { createBodyReceiver, type ReceivedBody } from './receive-body'

const MEGABYTE = 1024 * 1024
const LIMIT = MEGABYTE

interface Outcome {
  body?: ReceivedBody
  error?: { name: string; code: string }
}

describe('receiveBody', () => {
  let server: Server
  let uploads = 0
  let outcome: Promise<Outcome>

  async function start(): Promise<void> {
    const receive = createBodyReceiver()
    const acquireUpload = async () => {
      uploads += 1
      return () => void (uploads -= 1)
    }
    outcome = new Promise((resolve) => {
      server = createServer((incoming, response) => {
        receive(incoming, { limit: LIMIT, acquireUpload })
          .then((body) => resolve({ body }))
          .catch((error: Outcome['error'] & object) => resolve({ error }))
          .finally(() => response.end())
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  }
  beforeEach(() => (uploads = 0))
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const port = () => (server.address() as AddressInfo).port
  const send = (body: Buffer) => request(`http://127.0.0.1:${port()}`, { method: 'POST', body })
  function sendSlowly(head: string, bytes: string, everyMs: number): () => void {
    const socket = connect(port(), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`)
    const drip = setInterval(() => socket.write(bytes), everyMs)
    return () => {
      clearInterval(drip)
      socket.destroy()
    }
  }
  it('takes no permit for a small body', async () => {
    await start()

    await send(Buffer.from('small'))

    const { body } = await outcome
    expect([body?.content.toString(), body?.isUpload, uploads]).toEqual(['small', false, 0])
  })

  it('holds a permit for a large body until it is released', async () => {
    await start()
    const sent = Buffer.alloc(300_000, 'abc')

    await send(sent)

    const { body } = await outcome
    expect([body?.content.equals(sent), body?.isUpload, uploads]).toEqual([true, true, 1])
    body?.release()
    expect(uploads).toBe(0)
  })

  it('refuses what is beyond the memory for all bodies, until one of them is released', async () => {
    const receive = createBodyReceiver()
    const megabyte = Buffer.alloc(MEGABYTE)
    const receiveMegabytes = (count: number) =>
      receive(
        Object.assign(Readable.from(Array.from({ length: count }, () => megabyte)), { headers: {} }) as never,
        {
          limit: count * MEGABYTE,
          acquireUpload: async () => () => undefined,
        },
      )
    const held = await receiveMegabytes(80)

    await expect(receiveMegabytes(17)).rejects.toMatchObject({ code: 'too-many-uploads' })
    held.release()

    await expect(receiveMegabytes(17)).resolves.toMatchObject({ isUpload: true })
  })

  it('rejects a chunked body that exceeds the limit of its call', async () => {
    await start()
    const stop = sendSlowly('transfer-encoding: chunked', `40000\r\n${'x'.repeat(0x40000)}\r\n`, 1)

    const { error } = await outcome

    expect([error?.code, uploads]).toEqual(['FST_ERR_CTP_BODY_TOO_LARGE', 0])
    stop()
  })

  it('releases the upload when the client disconnects', async () => {
    await start()
    const stop = sendSlowly('content-length: 1000000', 'x'.repeat(50), 5)
    while (uploads === 0) await new Promise((resolve) => setImmediate(resolve))

    stop()

    expect((await outcome).error).toBeDefined()
    expect(uploads).toBe(0)
  })
})
