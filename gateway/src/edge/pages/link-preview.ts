import { LinkPicture, type PagePreview } from '@offquad/contracts'
import { Pointer, Value } from 'typebox/value'

/** The preview that other sites display for a link to a page. */
export interface LinkPreview {
  title: string
  description?: string
  image?: LinkPicture
}

/**
 * Reads a link preview from the body of a response.
 * @returns undefined when the body has no title
 */
export function readLinkPreview(preview: PagePreview, body: unknown): LinkPreview | undefined {
  const valueAt = (pointer: string | undefined): unknown => pointer && Pointer.Get(body, pointer)
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
