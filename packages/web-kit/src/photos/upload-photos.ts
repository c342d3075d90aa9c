import { PHOTO_FIELD, uploadPhoto } from '@offquad/contracts'
import { api } from '../api/api'

/**
 * Uploads pictures one after the other; answers their addresses, in order.
 * @throws ProblemError when one is refused or cannot be sent; those before it are removed by the server after a day
 */
export async function uploadPhotos(files: readonly File[]): Promise<string[]> {
  const urls: string[] = []
  for (const file of files) {
    const form = new FormData()
    form.append(PHOTO_FIELD, file)
    urls.push((await api(uploadPhoto, { body: form })).url)
  }
  return urls
}
