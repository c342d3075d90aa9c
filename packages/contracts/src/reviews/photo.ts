import { type Static, Type } from 'typebox'

export const PHOTO_MAX_BYTES = 10 * 1024 * 1024
export const PHOTO_FIELD = 'file'

export const PhotoSize = Type.Enum(['card', 'page', 'full'])
export type PhotoSize = Static<typeof PhotoSize>

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

/** The address of a photo in a size; one that lies elsewhere has only its own. */
export const photoUrl = (url: string, size: PhotoSize): string => (isOwnPhoto(url) ? `${url}/${size}` : url)
