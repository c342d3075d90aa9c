import { isSitePicture } from '@offquad/contracts'

/** The stored pictures of an apartment or a landlord: paths of this site, and sources on other servers. */
export interface Pictured {
  photos?: string[]
  profilePhoto?: string | null
}

export const picturesOf = ({ photos = [], profilePhoto }: Pictured): string[] =>
  profilePhoto ? [...photos, profilePhoto] : photos

/** The state of the copy of a picture that listings reference by its URL on another server, the source. */
export interface ListingPicture {
  source: string
  /** Id of the copy in svc-reviews, chosen before it is fetched, so that the fetch can be repeated. */
  photoId: string
  state: 'waiting' | 'stored' | 'failed'
  /** The reason why the last attempt failed. */
  reason?: string
  failures: number
  /** When it is due to be fetched; null: never. */
  nextAttemptAt: Date | null
  registeredAt: Date
}

/** URLs of pictures of these listings on other servers. */
export const sourcesIn = (listings: readonly Pictured[]): string[] => [
  ...new Set(listings.flatMap(picturesOf).filter((picture) => !isSitePicture(picture))),
]

/** Finds the paths of this site's copies, by source. */
export type FindCopies = (sources: string[]) => Promise<Map<string, string>>

/** The listings as shown on pages: sources are replaced by this site's copies, and left out if they have none. */
export async function withCopies<Listing extends Pictured>(
  findCopies: FindCopies,
  listings: Listing[],
): Promise<Listing[]> {
  const sources = sourcesIn(listings)
  if (sources.length === 0) return listings
  const copies = await findCopies(sources)
  const copyOf = (picture: string) => (isSitePicture(picture) ? picture : copies.get(picture))
  return listings.map((listing) => ({
    ...listing,
    ...(listing.photos && { photos: [...new Set(listing.photos.flatMap((photo) => copyOf(photo) ?? []))] }),
    ...(listing.profilePhoto && { profilePhoto: copyOf(listing.profilePhoto) ?? null }),
  }))
}
