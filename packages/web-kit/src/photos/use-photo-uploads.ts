import { PHOTO_FIELD, uploadPhoto } from '@offquad/contracts'
import { useState } from 'react'
import { api } from '../api/api'

export interface PhotoUploads {
  /**
   * Uploads pictures one after the other; answers their addresses, in order. What was uploaded before, in an attempt
   * that failed later, is not uploaded again.
   * @throws ProblemError when one is refused or cannot be sent; those nobody uses are removed by the server after a day
   */
  upload: (files: readonly File[]) => Promise<string[]>
  /** 'Picture 2 of 3', while they are uploaded. */
  progress: string | undefined
  /** The server would not take them any more: they are uploaded again. */
  forget: () => void
}

/** The uploads of one form. */
export function usePhotoUploads(): PhotoUploads {
  const [uploaded, setUploaded] = useState(() => new Map<File, string>())
  const [progress, setProgress] = useState<string>()

  async function uploadOne(file: File): Promise<string> {
    const form = new FormData()
    form.append(PHOTO_FIELD, file)
    const { url } = await api(uploadPhoto, { body: form })
    uploaded.set(file, url)
    return url
  }

  return {
    progress,
    forget: () => setUploaded(new Map()),
    async upload(files) {
      const urls: string[] = []
      try {
        for (const [index, file] of files.entries()) {
          setProgress(`Picture ${index + 1} of ${files.length}`)
          urls.push(uploaded.get(file) ?? (await uploadOne(file)))
        }
      } finally {
        setProgress(undefined)
      }
      return urls
    },
  }
}
