import { createLinkPictures } from './link-pictures'

const university = { productName: 'Offquad', brandColor: '#B31B1B' }
const log = { warn: () => undefined }
const place = (photo: string) => ({ title: 'House', facts: [], photo })

describe('pictures of links', () => {
  it('are rendered two at a time, the others in turn', async () => {
    const loading: { photo: string; end: () => void }[] = []
    const pictures = createLinkPictures({
      university,
      log,
      loadPhoto: (photo) => new Promise((resolve) => loading.push({ photo, end: () => resolve(undefined) })),
    })
    const made = ['1', '2', '3'].map((photo) => pictures.make(place(photo)))

    expect(loading.map(({ photo }) => photo)).toEqual(['1', '2'])
    loading[0]?.end()
    await made[0]
    await new Promise(setImmediate)
    expect(loading.map(({ photo }) => photo)).toEqual(['1', '2', '3'])

    for (const { end } of loading) end()
    expect(await Promise.all(made)).toHaveLength(3)
  })

  it('are rejected while thirty are waiting', async () => {
    const pictures = createLinkPictures({ university, log, loadPhoto: () => new Promise(() => undefined) })
    for (let photo = 0; photo < 32; photo += 1) void pictures.make(place(String(photo)))

    await expect(pictures.make(place('one too many'))).rejects.toMatchObject({ code: 'pictures-busy' })
  })

  it('are made without a photo that cannot be shown, and again where it could not be read', async () => {
    const pictures = createLinkPictures({
      university,
      log,
      loadPhoto: async (photo) => {
        if (photo.startsWith('broken')) return Buffer.from('no picture')
        throw new Error('not reached')
      },
    })
    const made = await Promise.all(
      ['broken 1', 'broken 2', 'gone'].map((photo) => pictures.make(place(photo))),
    )

    expect(made.map(({ isProvisional }) => isProvisional)).toEqual([false, false, true])
    await expect(pictures.make({ title: 'House', facts: [] })).resolves.toMatchObject({
      isProvisional: false,
    })
  })
})
