import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint'
import { Id, pageCursor, pageOf, pageQuery, StrictObject, Timestamp } from '../shapes'
import { SearchResult } from './listing'

export const PICTURE_SOURCE_LENGTH = 2048

/** URL that a picture of a listing is fetched from. */
export const PictureSource = Type.String({ minLength: 1, maxLength: PICTURE_SOURCE_LENGTH })

/** A picture that an apartment or a landlord references and no page shows yet. */
export const MissingListingPicture = Type.Object({
  source: PictureSource,
  state: Type.Enum(['waiting', 'failed'], {
    description: 'waiting: it will be fetched, or tried again; failed: it will not',
  }),
  reason: Type.Optional(Type.String({ description: 'Why the last attempt failed' })),
  nextAttemptAt: Type.Optional(Timestamp),
  listings: Type.Array(Type.Object({ label: SearchResult.properties.label, id: Id, name: Type.String() }), {
    description: 'Those that name it',
  }),
})
export type MissingListingPicture = Static<typeof MissingListingPicture>

export const listMissingListingPictures = endpoint('GET /api/admin/missing-pictures', {
  summary:
    'A page of the pictures that imported listings name and that are not fetched, with the reason for each.',
  access: 'admin',
  query: StrictObject({ cursor: pageCursor({ maxLength: 4096 }), size: pageQuery.size }),
  reply: pageOf(MissingListingPicture),
})

export const retryListingPictures = endpoint('POST /api/admin/missing-pictures/retry', {
  summary: 'Fetches these pictures again, or all that failed. Idempotent.',
  access: 'admin',
  body: StrictObject({ sources: Type.Optional(Type.Array(PictureSource, { minItems: 1, maxItems: 100 })) }),
  touches: [],
  reply: Type.Object({ queued: Type.Integer({ description: 'How many pictures will be fetched' }) }),
})
