import { LinkPicture, type PagePreview } from '@offquad/contracts'
import { Pointer, Value } from 'typebox/value'

/** What a link to a page shows. */
export interface Preview {
  title: string
  description?: string
  image?: LinkPicture
}

/** The link preview in a response; undefined where there is no name in it. */
export function previewOf(preview: PagePreview, answer: unknown): Preview | undefined {
  const valueAt = (pointer: string | undefined): unknown => pointer && Pointer.Get(answer, pointer)
  const title = textOf(valueAt(preview.title))
  if (title === undefined) return undefined
  const description = textOf(valueAt(preview.description))
  const image = pictureOf(valueAt(preview.image))
  return { title, ...(description && { description }), ...(image && { image }) }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value.trim() : undefined
}

function pictureOf(value: unknown): LinkPicture | undefined {
  if (Value.Check(LinkPicture, value)) return value
  const url = textOf(value)
  return url === undefined ? undefined : { url }
}
