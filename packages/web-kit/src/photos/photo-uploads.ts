import { PHOTO_FIELD, uploadPhoto } from '@offquad/contracts'
import { type Picture } from '@offquad/ui'
import { useState } from 'react'
import { api } from '../api/api'
import { ProblemError } from '../api/problem-error'

/** The server rejected a picture; the message names it, because a form may have several. */
class PictureRejectedError extends ProblemError {
  override name = 'PictureRejectedError'

  constructor(
    { problem }: ProblemError,
    readonly file: File,
  ) {
    const message = `${file.name}: ${problem.detail ?? problem.title}`
    super({ ...problem, detail: message, errors: [{ field: 'photos', message }] })
  }
}

interface Uploads {
  /** URLs of uploaded files; new uploads are added. */
  uploaded: Map<File, string>
  /** Called before each upload with its number, from 1, and the number of pictures. */
  onProgress?: (number: number, of: number) => void
}

/**
 * Uploads the files among these pictures one at a time.
 * @returns the URLs of all pictures, in order
 * @throws PictureRejectedError when the server rejects a file, another ProblemError when the upload fails
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

// Statuses that concern the file, not the user or the rate limit.
const REJECTIONS = [400, 413, 415]

async function uploadOne(file: File): Promise<string> {
  const form = new FormData()
  form.append(PHOTO_FIELD, file)
  try {
    return (await api(uploadPhoto, { body: form })).url
  } catch (error) {
    if (error instanceof ProblemError && REJECTIONS.includes(error.status))
      throw new PictureRejectedError(error, file)
    throw error
  }
}

export interface PhotoUploads {
  /**
   * Uploads files one at a time and returns their URLs, in order. Files that an earlier attempt uploaded are not uploaded
   * again. The server deletes unused uploads after a day.
   * @throws PictureRejectedError, with an error of the field `photos`, when the server rejects a file; another ProblemError
   * when the upload fails
   */
  upload: (files: readonly File[]) => Promise<string[]>
  /** 'Picture 2 of 3', during an upload. */
  progress: string | undefined
  /** The file that the server rejected, until the next attempt. */
  refused: File | undefined
  /** Discards the uploaded URLs, so that the files are uploaded again. */
  forget: () => void
}

interface PictureUploads extends PhotoUploads {
  /** Like `upload`, for a mix of files and URLs of uploaded pictures. */
  uploadNew: (pictures: readonly Picture[]) => Promise<string[]>
}

/** Photo uploads of one form. */
export function usePhotoUploads(): PictureUploads {
  const [uploaded, setUploaded] = useState(() => new Map<File, string>())
  const [progress, setProgress] = useState<string>()
  const [refused, setRefused] = useState<File>()

  async function upload(pictures: readonly Picture[]): Promise<string[]> {
    setRefused(undefined)
    try {
      return await uploadPictures(pictures, {
        uploaded,
        onProgress: (number, of) => setProgress(`Picture ${number} of ${of}`),
      })
    } catch (error) {
      if (error instanceof PictureRejectedError) setRefused(error.file)
      throw error
    } finally {
      setProgress(undefined)
    }
  }

  return { progress, refused, upload, uploadNew: upload, forget: () => setUploaded(new Map()) }
}
