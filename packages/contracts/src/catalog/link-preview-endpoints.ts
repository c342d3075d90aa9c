import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint'
import { LinkPicture, SITE_PICTURE_PATH } from '../remotes'
import { Id, IdParams, publicRead } from '../shapes'
import { GuideSlug } from './guide-endpoints'

/** Preview of a link to an apartment, a landlord, an area or a guide. Unknown facts are absent. */
export const LinkPreview = Type.Object({
  title: Type.String(),
  description: Type.Optional(
    Type.String({ description: '4.6 from 12 reviews · $950 per month · 8 minutes on foot to Ho Plaza' }),
  ),
  image: LinkPicture,
})
export type LinkPreview = Static<typeof LinkPreview>

const JPEG = 'image/jpeg'
const Picture = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' })
const PictureVersion = Type.Object({
  v: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Version of its content: of the current one it may be cached for good',
    }),
  ),
})

const previewCall = { ...publicRead, reply: LinkPreview }

export const getApartmentLinkPreview = endpoint('GET /api/link-previews/apartment/:id', {
  ...previewCall,
  summary: 'What a link to an apartment says: name, rating, rent, walk and a picture.',
  params: IdParams,
})

export const getLandlordLinkPreview = endpoint('GET /api/link-previews/landlord/:id', {
  ...previewCall,
  summary: 'What a link to a landlord says: name, rating, apartments and a picture.',
  params: IdParams,
})

export const getAreaLinkPreview = endpoint('GET /api/link-previews/area/:area', {
  ignoresCaller: true,
  summary:
    'What a link to an area, any case, says: its name, how many apartments, what it is like and a picture.',
  params: Type.Object({ area: Type.String({ maxLength: 100 }) }),
  reply: LinkPreview,
})

export const getGuideLinkPreview = endpoint('GET /api/link-previews/guide/:slug', {
  ...previewCall,
  summary: 'What a link to a guide says: title, minutes to read, summary and a picture.',
  params: Type.Object({ slug: GuideSlug }),
})

export const getComparisonLinkPreview = endpoint('GET /api/link-previews/comparison/:ids', {
  ignoresCaller: true,
  summary:
    'What a link to a comparison of apartments says: their names, and the facts of each. Unknown ones are left out.',
  params: Type.Object({ ids: Type.String({ minLength: 1, maxLength: 2000 }) }),
  reply: LinkPreview,
})

export const getLinkPicture = endpoint('GET /api/link-previews/:kind/:id/picture.jpg', {
  summary:
    'The picture of a link to an apartment, a landlord, an area or a guide: its photo, or a drawing, with the facts on it.',
  params: Type.Object({ kind: Type.Enum(['apartment', 'landlord', 'area', 'guide']), id: Id }),
  query: PictureVersion,
  reply: Picture,
  replyType: JPEG,
})

export const getSiteLinkPicture = endpoint(`GET ${SITE_PICTURE_PATH}`, {
  summary: 'The picture of links to pages that have none of their own.',
  reply: Picture,
  replyType: JPEG,
})
