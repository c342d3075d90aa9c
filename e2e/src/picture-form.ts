import sharp from 'sharp'

/** A form with a picture to upload. */
export async function pictureForm(field: string): Promise<FormData> {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(await picture())]), 'photo.png')
  return form
}

let made: Promise<Buffer> | undefined
function picture(): Promise<Buffer> {
  made ??= sharp({ create: { width: 64, height: 48, channels: 3, background: '#467' } })
    .png()
    .toBuffer()
  return made
}
