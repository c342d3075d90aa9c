import { PHOTO_FIELD, uploadPhoto } from '@offquad/contracts'
import { type Picture } from '@offquad/ui'
import { api } from '../api/api'
import { ProblemError } from '../api/problem-error'

/** A picture the server does not take; the message names it, because a form may have several. */
export class PictureRefusedError extends ProblemError {
  override name = 'PictureRefusedError'

  constructor(
    { problem }: ProblemError,
    readonly file: File,
  ) {
    const message = `${file.name}: ${problem.detail ?? problem.title}`
    super({ ...problem, detail: message, errors: [{ field: 'photos', message }] })
  }
}

interface Uploads {
  /** The URLs of those that are uploaded; uploads are added. */
  uploaded: Map<File, string>
  /** Called before each upload with its number, from 1, and how many pictures there are. */
  onProgress?: (number: number, of: number) => void
}

/**
 * Uploads the files among these pictures one after the other.
 * @returns the URLs of all, in order
 * @throws PictureRefusedError when the server does not take one, another ProblemError when it cannot be sent
 */
export async function uploadPictures(
  pictures: readonly Picture[],
  { uploaded, onProgress }: Uploads,
): Promise<string[]> {
  const urls: string[] = []
  for (const [index, picture] of pictures.entries()) {
    if (typeof picture === 'string') {
      urls.push(picture)
      continue
    }
    onProgress?.(index + 1, pictures.length)
    const url = uploaded.get(picture) ?? (await uploadOne(picture))
    uploaded.set(picture, url)
    urls.push(url)
  }
  return urls
}

// Of the file itself, not of who sends it or how often.
const REFUSALS = [400, 413, 415]

async function uploadOne(file: File): Promise<string> {
  const form = new FormData()
  form.append(PHOTO_FIELD, file)
  try {
    return (await api(uploadPhoto, { body: form })).url
  } catch (error) {
    if (error instanceof ProblemError && REFUSALS.includes(error.status))
      throw new PictureRefusedError(error, file)
    throw error
  }
}
