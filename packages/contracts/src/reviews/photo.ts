import { type Static, Type } from 'typebox'

export const PHOTO_MAX_BYTES = 10 * 1024 * 1024
export const PHOTO_FIELD = 'file'

export const PhotoSize = Type.Enum(['card', 'page', 'full'])
export type PhotoSize = Static<typeof PhotoSize>

/** In pixels; no copy is wider than what was uploaded. */
export const PHOTO_WIDTHS: Readonly<Record<PhotoSize, number>> = { card: 480, page: 1024, full: 2048 }

export const PhotoId = Type.String({ pattern: '^[0-9a-f]{32}$' })

const OWN_PHOTO = /^\/api\/photos\/([0-9a-f]{32})$/

const OWN_PHOTO_URL =
  /^(?:https?:\/\/[^\s/?#\\@"'<>]+)?(\/api\/photos\/[0-9a-f]{32})(?:\/(?:card|page|full))?$/

/**
 * The path that uploadPhoto returned, in whatever form a client sends it: as it was, in a size, or as an absolute URL.
 * The host of an absolute URL is dropped and never requested, so it need not be this site's.
 * @returns undefined for any other URL
 */
export const ownPhotoPath = (url: string): string | undefined => OWN_PHOTO_URL.exec(url)?.[1]

/** Whether this site serves the picture. Browsers read a backslash as a slash: `/\host/a.jpg` lies elsewhere. */
export const isSitePicture = (url: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(url)

/** Whether this is the address of a photo that was uploaded here, as uploadPhoto answers it. */
export const isOwnPhoto = (url: string): boolean => OWN_PHOTO.test(url)

/** The id in the address of a photo that was uploaded here. */
export const photoIdOf = (url: string): string | undefined => OWN_PHOTO.exec(url)?.[1]

/**
 * The sizes of a photo, as the srcset of an image; undefined for one that lies elsewhere, which has only its own.
 * @param sizes of which the browser may choose
 */
export const photoSrcSet = (
  url: string,
  sizes: readonly PhotoSize[] = ['card', 'page', 'full'],
): string | undefined =>
  isOwnPhoto(url) ? sizes.map((size) => `${url}/${size} ${PHOTO_WIDTHS[size]}w`).join(', ') : undefined

/** The address of a photo in a size; one that lies elsewhere has only its own. */
export const photoUrl = (url: string, size: PhotoSize): string => (isOwnPhoto(url) ? `${url}/${size}` : url)
