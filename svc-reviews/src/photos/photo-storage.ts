import { type PhotoSize } from '@offquad/contracts'

/** Every photo is there as WebP in every size; AVIF is made afterwards, for the sizes of pages. */
export type PhotoFormat = 'webp' | 'avif'

/** Stores the files of photos. All calls are idempotent. The format is WebP unless said otherwise. */
export interface PhotoStorage {
  store(id: string, size: PhotoSize, bytes: Buffer, format?: PhotoFormat): Promise<void>
  load(id: string, size: PhotoSize, format?: PhotoFormat): Promise<Buffer | undefined>
  /** Removes a photo in every size and format. */
  remove(id: string): Promise<void>
}

export const PHOTO_SIZES: readonly PhotoSize[] = ['card', 'page', 'full']
/** The full size is looked at by few, and takes seconds to encode. */
export const AVIF_SIZES: readonly PhotoSize[] = ['card', 'page']

export const fileNameOf = (id: string, size: PhotoSize, format: PhotoFormat = 'webp'): string =>
  `${id}/${size}.${format}`

/** The names of all files that a photo may have. */
export const fileNamesOf = (id: string): string[] => [
  ...PHOTO_SIZES.map((size) => fileNameOf(id, size)),
  ...AVIF_SIZES.map((size) => fileNameOf(id, size, 'avif')),
]
