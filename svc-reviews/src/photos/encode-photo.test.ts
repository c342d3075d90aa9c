import sharp from 'sharp'
import { encodePhoto } from './encode-photo'

describe('encoding photos', () => {
  it('encodes several photos at a time', async () => {
    const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#35546b' } })
      .png()
      .toBuffer()
    const encodeSome = async () => {
      for (let count = 0; count < 50; count += 1) await encodePhoto(picture)
    }

    await expect(Promise.all([encodeSome(), encodeSome(), encodeSome(), encodeSome()])).resolves.toBeTruthy()
  })
})
