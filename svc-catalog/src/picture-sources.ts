import { isSitePicture } from '@offquad/contracts'

/** The pictures of an apartment or a landlord as they are stored: paths of this site, and sources on other servers. */
export interface Pictured {
  photos?: string[]
  profilePhoto?: string | null
}

export const picturesOf = ({ photos = [], profilePhoto }: Pictured): string[] =>
  profilePhoto ? [...photos, profilePhoto] : photos

/** What became of a picture that listings name by a URL of another server: its source. */
export interface ListingPicture {
  source: string
  /** Of the copy that svc-reviews keeps, chosen before it is fetched, so that fetching may be repeated. */
  photoId: string
  state: 'waiting' | 'stored' | 'failed'
  /** Why the last attempt failed. */
  reason?: string
  failures: number
  /** When it is to be fetched; null: never. */
  nextAttemptAt: Date | null
  registeredAt: Date
}

/** The pictures of these listings that lie on other servers. */
export const sourcesIn = (listings: readonly Pictured[]): string[] => [
  ...new Set(listings.flatMap(picturesOf).filter((picture) => !isSitePicture(picture))),
]

/** Finds where this site shows its copies of sources, by source. */
export type FindCopies = (sources: string[]) => Promise<Map<string, string>>

/** The listings as pages show them: with this site's copies in place of sources, and without those that have none. */
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
