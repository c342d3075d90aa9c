import { Readable } from 'node:stream'
import { createBodyReceiver } from './receive-body'

const MEGABYTE = 1024 * 1024

/** A chunked body of so many megabytes. */
const bodyOf = (megabytes: number) =>
  Object.assign(Readable.from(Array.from({ length: megabytes }, () => Buffer.alloc(MEGABYTE))), {
    headers: {},
  }) as never

const acquireUpload = async () => () => undefined

describe('receiveBody', () => {
  const receive = createBodyReceiver()

  it('takes no permit of uploads for a small body', async () => {
    const small = Object.assign(Readable.from([Buffer.from('small')]), { headers: {} }) as never

    expect(await receive(small, { limit: MEGABYTE, acquireUpload })).toMatchObject({ isUpload: false })
  })

  it('refuses what is beyond the memory for all bodies, until one of them is released', async () => {
    const receiveMegabytes = (count: number) =>
      receive(bodyOf(count), { limit: count * MEGABYTE, acquireUpload })
    const held = await receiveMegabytes(80)

    await expect(receiveMegabytes(17)).rejects.toMatchObject({ code: 'too-many-uploads' })
    held.release()

    await expect(receiveMegabytes(17)).resolves.toMatchObject({ isUpload: true })
  })

  it('rejects a chunked body that exceeds the limit of its call', async () => {
    await expect(receive(bodyOf(2), { limit: MEGABYTE, acquireUpload })).rejects.toMatchObject({
      code: 'FST_ERR_CTP_BODY_TOO_LARGE',
    })
  })
})
