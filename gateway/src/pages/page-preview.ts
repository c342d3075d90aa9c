import { type PagePreview } from '@offquad/contracts'
import { Pointer } from 'typebox/value'

/** What a link to a page says of it. */
export interface Preview {
  title: string
  description?: string
  /** Absolute, or a path of this site. */
  image?: string
}

/** What an answer says for the preview of its page; nothing where there is no name in it. */
export function previewOf(preview: PagePreview, answer: unknown): Preview | undefined {
  const textAt = (pointer: string | undefined): string | undefined => {
    const found: unknown = pointer && Pointer.Get(answer, pointer)
    return typeof found === 'string' && found.trim() ? found.trim() : undefined
  }
  const [title, description, image] = [preview.title, preview.description, preview.image].map(textAt)
  return title === undefined
    ? undefined
    : { title, ...(description && { description }), ...(image && { image }) }
}
