import { type Picture } from '@offquad/ui'
import { useState } from 'react'
import { PictureRefusedError, uploadPictures } from './upload-pictures'

export interface PhotoUploads {
  /**
   * Uploads pictures one after the other; answers their URLs, in order. What was uploaded before, in
   * an attempt that failed later, is not uploaded again.
   * @throws ProblemError when one cannot be sent, PictureRefusedError with an error of the field `photos` that names the
   * picture when the server does not take it; those nobody uses are removed by the server after a day
   */
  upload: (files: readonly File[]) => Promise<string[]>
  /** 'Picture 2 of 3', while they are uploaded. */
  progress: string | undefined
  /** The picture the server did not take, until the next attempt. */
  refused: File | undefined
  /** The server would not take them any more: they are uploaded again. */
  forget: () => void
}

interface PictureUploads extends PhotoUploads {
  /** As `upload`, for pictures some of which are uploaded already: those are given by their URLs. */
  uploadNew: (pictures: readonly Picture[]) => Promise<string[]>
}

/** The uploads of one form. */
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
      if (error instanceof PictureRefusedError) setRefused(error.file)
      throw error
    } finally {
      setProgress(undefined)
    }
  }

  return { progress, refused, upload, uploadNew: upload, forget: () => setUploaded(new Map()) }
}
