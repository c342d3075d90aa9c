import { type Static, Type } from 'typebox'

export const PHOTO_MAX_BYTES = 10 * 1024 * 1024
export const PHOTO_FIELD = 'file'

export const PhotoSize = Type.Enum(['card', 'page', 'full'])
export type PhotoSize = Static<typeof PhotoSize>

/** Pixels; no copy is wider than the uploaded photo. */
export const PHOTO_WIDTHS: Readonly<Record<PhotoSize, number>> = { card: 480, page: 1024, full: 2048 }

export const PhotoId = Type.String({ pattern: '^[0-9a-f]{32}$' })

const OWN_PHOTO =
  /^(?:https?:\/\/[^\s/?#\\@"'<>]+)?(\/api\/photos\/([0-9a-f]{32}))(?:\/(?:card|page|full))?(\?key=[\w.-]+)?$/

/**
 * The path of a photo, in whatever form a client sends it: as uploadPhoto returned it, in a size, absolute, or signed.
 * The host of an absolute URL is dropped and never requested, so it need not be this site's.
 * @returns undefined for any other URL
 */
export const ownPhotoPath = (url: string): string | undefined => OWN_PHOTO.exec(url)?.[1]

/** Whether this site serves the picture. Browsers read a backslash as a slash: `/\host/a.jpg` lies elsewhere. */
export const isSitePicture = (url: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(url)

/** The id in the path of a photo that was uploaded here; undefined for URLs with a host, which may be another site's. */
export const photoIdOf = (url: string): string | undefined =>
  url.startsWith('/') ? OWN_PHOTO.exec(url)?.[2] : undefined

/**
 * The srcset of a photo's image; undefined for photos on other servers, which have one size.
 * @param sizes that the browser may choose from
 */
export const photoSrcSet = (
  url: string,
  sizes: readonly PhotoSize[] = ['card', 'page', 'full'],
): string | undefined =>
  OWN_PHOTO.test(url)
    ? sizes.map((size) => `${photoUrl(url, size)} ${PHOTO_WIDTHS[size]}w`).join(', ')
    : undefined

/** The path of a photo in a size, with its signature; photos on other servers keep their URL. */
export const photoUrl = (url: string, size: PhotoSize): string => {
  const [, path, , key = ''] = OWN_PHOTO.exec(url) ?? []
  return path === undefined ? url : `${path}/${size}${key}`
}

/** Audience of svc-users' photo tokens: the bearer may see one photo until the token expires. */
export const PHOTO_AUDIENCE = 'photos'
