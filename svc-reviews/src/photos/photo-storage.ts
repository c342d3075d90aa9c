import { type PhotoSize } from '@offquad/contracts'

/** Every photo is stored as WebP in every size; AVIF is encoded afterwards, for some sizes. */
export type PhotoFormat = 'webp' | 'avif'

/** Stores the files of photos. All calls are idempotent. The default format is WebP. */
export interface PhotoStorage {
  store(id: string, size: PhotoSize, bytes: Buffer, format?: PhotoFormat): Promise<void>
  load(id: string, size: PhotoSize, format?: PhotoFormat): Promise<Buffer | undefined>
  /** Removes a photo in every size and format. */
  remove(id: string): Promise<void>
}

export const PHOTO_SIZES: readonly PhotoSize[] = ['card', 'page', 'full']
/** Without the full size, which few readers open and which takes seconds to encode. */
export const AVIF_SIZES: readonly PhotoSize[] = ['card', 'page']

export const fileNameOf = (id: string, size: PhotoSize, format: PhotoFormat = 'webp'): string =>
  `${id}/${size}.${format}`

/** The names of all files that a photo may have. */
export const fileNamesOf = (id: string): string[] => [
  ...PHOTO_SIZES.map((size) => fileNameOf(id, size)),
  ...AVIF_SIZES.map((size) => fileNameOf(id, size, 'avif')),
]
