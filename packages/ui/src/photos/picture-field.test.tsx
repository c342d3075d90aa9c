import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { type Picture, PictureField } from './picture-field'

const MAX_BYTES = 2 * 1024 * 1024

function Form() {
  const [pictures, setPictures] = useState<Picture[]>([])
  return (
    <PictureField label="Pictures" pictures={pictures} max={3} maxBytes={MAX_BYTES} onChange={setPictures} />
  )
}

const file = (name: string, type: string, content: BlobPart = 'x') => new File([content], name, { type })

function choose(...files: File[]): void {
  URL.createObjectURL = () => 'blob:test'
  URL.revokeObjectURL = () => undefined
  fireEvent.change(screen.getByLabelText('Pictures', { selector: 'input' }), { target: { files } })
}

const shown = () => screen.queryAllByRole('img').map((picture) => picture.getAttribute('alt'))
const status = () => screen.getByRole('status').textContent

describe('a field for pictures', () => {
  it.each([
    ['is empty', 'empty.jpg', 'image/jpeg', ''],
    ['HEIC: export it as JPEG', 'beach.heic', 'image/heic', 'x'],
    ['HEIC: export it as JPEG', 'beach.HEIC', '', 'x'],
    ['HEIC: export it as JPEG', 'beach.heif', 'application/octet-stream', 'x'],
    ['not a picture that can be shown', 'plan.svg', 'image/svg+xml', '<svg/>'],
    ['not a picture that can be shown', 'lease.pdf', 'application/pdf', 'x'],
    ['larger than 2 MB', 'large.png', 'image/png', 'x'.repeat(MAX_BYTES + 1)],
  ])('says before the upload, by its name, that a file %s: %s', async (reason, name, type, content) => {
    render(<Form />)

    choose(file(name, type, content), file('room.png', 'image/png'))

    await waitFor(() => expect(status()).toBe(`Not added: ${name} (${reason}).`))
    expect(shown()).toEqual(['room.png'])
  })

  it('takes a picture without a type, as Windows gives some', () => {
    render(<Form />)

    choose(file('room.avif', ''))

    expect(shown()).toEqual(['room.avif'])
  })

  it('converts a picture that this browser can read and others cannot', async () => {
    globalThis.createImageBitmap = (() =>
      Promise.resolve({ width: 8000, height: 6000 })) as unknown as typeof createImageBitmap
    const sizes: number[] = []
    HTMLCanvasElement.prototype.getContext = (() => null) as typeof HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.toBlob = function toBlob(done, type) {
      sizes.push(this.width, this.height)
      done(new Blob(['jpeg'], { type }))
    }
    render(<Form />)

    choose(file('beach.heic', ''), file('room.png', 'image/png'))

    await waitFor(() => expect(shown()).toEqual(['room.png', 'beach.jpg']))
    expect(sizes).toEqual([4096, 3072])
    expect(status()).toBe('')
  })
})
