import { type Static, Type } from 'typebox'

export const PHOTO_MAX_BYTES = 10 * 1024 * 1024
export const PHOTO_FIELD = 'file'

export const PhotoSize = Type.Enum(['card', 'page', 'full'])
export type PhotoSize = Static<typeof PhotoSize>

/** In pixels; no copy is wider than what was uploaded. */
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

/** The id in the path of a photo that was uploaded here; undefined for one with a host, which may be another's. */
export const photoIdOf = (url: string): string | undefined =>
  url.startsWith('/') ? OWN_PHOTO.exec(url)?.[2] : undefined

/**
 * The sizes of a photo, as the srcset of an image; undefined for one that lies elsewhere, which has only its own.
 * @param sizes of which the browser may choose
 */
export const photoSrcSet = (
  url: string,
  sizes: readonly PhotoSize[] = ['card', 'page', 'full'],
): string | undefined =>
  OWN_PHOTO.test(url)
    ? sizes.map((size) => `${photoUrl(url, size)} ${PHOTO_WIDTHS[size]}w`).join(', ')
    : undefined

/** The path of a photo in a size, with its signature; one that lies elsewhere has only its own address. */
export const photoUrl = (url: string, size: PhotoSize): string => {
  const [, path, , key = ''] = OWN_PHOTO.exec(url) ?? []
  return path === undefined ? url : `${path}/${size}${key}`
}

/** Beside the access tokens of svc-users: who has such a token may see one photo until it expires. */
export const PHOTO_AUDIENCE = 'photos'
