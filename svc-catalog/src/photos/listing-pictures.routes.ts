import {
  listMissingListingPictures,
  type MissingListingPicture,
  retryListingPictures,
} from '@offquad/contracts'
import { readCursor, route, toPage } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type ListingPicture, type Pictured, picturesOf } from '../catalog/picture-sources'
import { type Repositories } from '../repositories'

type Named = Pictured & { id: string; name: string }

interface ListingPicturesDeps extends Pick<Repositories, 'apartments' | 'landlords' | 'pictures'> {
  /** Triggers the fetching of due pictures; not awaited. */
  enqueuePictures(): void
  now: () => Date
}

const PAGE_SIZE = 20

/** Pictures of imported listings that have no copy and so are not shown, for administrators. */
export function registerListingPictures(app: FastifyInstance, deps: ListingPicturesDeps): void {
  const { pictures, apartments, landlords, enqueuePictures, now } = deps

  route(app, listMissingListingPictures, async ({ query: { cursor, size = PAGE_SIZE } }) => {
    const [missing, total] = await Promise.all([
      pictures.listMissing(readCursor(cursor, URL.canParse), size + 1),
      pictures.countMissing(),
    ])
    const { items, ...next } = toPage(missing, size, ({ source }) => source)
    const sources = items.map(({ source }) => source)
    const [ofApartments, ofLandlords] = await Promise.all([
      apartments.listNaming(sources),
      landlords.listNaming(sources),
    ])
    return {
      items: items.map((picture) => ({
        ...present(picture),
        listings: [
          ...naming(picture, ofApartments).map(({ id, name }) => ({ label: 'APARTMENT' as const, id, name })),
          ...naming(picture, ofLandlords).map(({ id, name }) => ({ label: 'LANDLORD' as const, id, name })),
        ],
      })),
      total,
      ...next,
    }
  })

  route(app, retryListingPictures, async ({ body: { sources }, caller, log }) => {
    const queued = await pictures.retry(sources, now())
    log.info({ adminId: caller.identity?.userId, pictures: queued }, 'pictures of listings fetched again')
    enqueuePictures()
    return { queued }
  })
}

const naming = ({ source }: ListingPicture, listings: Named[]): Named[] =>
  listings.filter((listing) => picturesOf(listing).includes(source))

function present({
  source,
  state,
  reason,
  nextAttemptAt,
}: ListingPicture): Omit<MissingListingPicture, 'listings'> {
  return {
    source,
    state: state === 'failed' ? 'failed' : 'waiting',
    reason,
    nextAttemptAt: nextAttemptAt?.toISOString(),
  }
}
