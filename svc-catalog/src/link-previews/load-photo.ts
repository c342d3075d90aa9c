import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { getSizedPhoto, pathOf, photoIdOf } from '@offquad/contracts'

/** Loads a photo of a listing. Rejects if a later attempt may succeed. */
export type LoadPhoto = (photo: string) => Promise<Buffer | undefined>

interface PhotoSources {
  /** URL of svc-reviews, which stores uploaded photos; the first of comma-separated instances is used. */
  SVC_REVIEWS_URL?: string | undefined
  /** Folder of the files under /media/. */
  MEDIA_DIR?: string | undefined
}

const MEDIA = /^\/media\/([\w.-]+(?:\/[\w.-]+)*)$/
const TIMEOUT_MS = 3_000
const MOST_BYTES = 12 * 1024 * 1024

/**
 * Loads only photos of this site, so that listings cannot make the platform fetch from other servers. Returns undefined for
 * photos on other servers, and for missing ones.
 */
export function createPhotoLoader({ SVC_REVIEWS_URL, MEDIA_DIR }: PhotoSources): LoadPhoto {
  const [photosUrl] = SVC_REVIEWS_URL?.split(',').map((url) => url.trim()) ?? []

  async function fetchUploaded(id: string): Promise<Buffer | undefined> {
    const response = await fetch(photosUrl + pathOf(getSizedPhoto, { id, size: 'page' }), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error(`svc-reviews responded with ${response.status} for the photo ${id}`)
    return Buffer.from(await response.arrayBuffer())
  }

  async function readMedia(folder: string, file: string): Promise<Buffer | undefined> {
    if (file.split('/').some((segment) => /^\.+$/.test(segment))) return undefined
    return readFile(path.join(folder, file)).catch(() => undefined)
  }

  return async (photo) => {
    const id = photoIdOf(photo)
    const [, file] = MEDIA.exec(photo) ?? []
    const bytes =
      id !== undefined && photosUrl
        ? await fetchUploaded(id)
        : file !== undefined && MEDIA_DIR
          ? await readMedia(MEDIA_DIR, file)
          : undefined
    return bytes && bytes.length <= MOST_BYTES ? bytes : undefined
  }
}
