import { type PhotoSize } from '@offquad/contracts'

/** Stores the files of photos. All calls are idempotent. */
export interface PhotoStorage {
  store(id: string, size: PhotoSize, bytes: Buffer): Promise<void>
  load(id: string, size: PhotoSize): Promise<Buffer | undefined>
  /** Removes a photo in every size. */
  remove(id: string): Promise<void>
}

export const PHOTO_SIZES: readonly PhotoSize[] = ['card', 'page', 'full']

export const fileNameOf = (id: string, size: PhotoSize): string => `${id}/${size}.webp`
