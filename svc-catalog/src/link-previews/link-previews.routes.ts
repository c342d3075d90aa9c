import {
  getApartmentLinkPreview,
  getAreaLinkPreview,
  getComparisonLinkPreview,
  getGuideLinkPreview,
  getLandlordLinkPreview,
  getLinkPicture,
  getSiteLinkPicture,
  LINK_PICTURE_SIZE,
  type LinkPreview,
  MAX_COMPARED,
  pathOf,
  SITE_PICTURE_PATH,
  type University,
} from '@offquad/contracts'
import { type Exchange, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Catalog } from '../catalog/catalog'
import { throwNotFound } from '../catalog/throw-not-found'
import {
  describeApartment,
  describeArea,
  describeGuide,
  describeInOneLine,
  describeLandlord,
  type GuideFacts,
  type PreviewTexts,
} from './preview-texts'
import { type LinkPictures } from './link-pictures'

interface LinkPreviewsDeps {
  catalog: Catalog
  /** @throws NotFoundError unless the guide is published */
  findGuide: (slug: string) => Promise<GuideFacts>
  university: University
  pictures: LinkPictures
}

type Kind = 'apartment' | 'landlord' | 'area' | 'guide'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** For pictures with a photo, so that a removed photo disappears from every cache. */
const REVALIDATED = 'public, no-cache'
/** For pictures whose URL has no version or an old version. */
const SHORT_LIVED = 'public, max-age=600'

export function registerLinkPreviews(
  app: FastifyInstance,
  { catalog, findGuide, university, pictures }: LinkPreviewsDeps,
): void {
  async function describe(kind: Kind, id: string): Promise<PreviewTexts> {
    if (kind === 'guide') return describeGuide(await findGuide(id))
    if (kind === 'apartment') {
      return describeApartment(catalog.listing(id) ?? throwNotFound(kind, id), university)
    }
    if (kind === 'area') {
      const area =
        university.areas.find((candidate) => candidate.id === id.toUpperCase()) ?? throwNotFound(kind, id)
      return describeArea(area, catalog.countListings({ filter: { categories: [area.id] } }))
    }
    const landlord = catalog.landlord(id) ?? throwNotFound(kind, id)
    return describeLandlord(landlord, catalog.listingsOfLandlord(id))
  }

  async function preview(kind: Kind, id: string): Promise<LinkPreview> {
    const place = await describe(kind, id)
    const description = describeInOneLine(place)
    const picture = pathOf(getLinkPicture, { kind, id })
    return {
      title: place.title,
      description,
      image: {
        url: `${picture}?v=${pictures.versionOf(place)}`,
        ...LINK_PICTURE_SIZE,
        alt: [place.title, description].filter((part) => part !== undefined).join(': '),
      },
    }
  }

  /** If all places are unknown, a generic preview of comparisons. */
  async function previewOfComparison(ids: readonly string[]): Promise<LinkPreview> {
    const listings = ids.flatMap((id) => catalog.listing(id) ?? []).slice(0, MAX_COMPARED)
    const [first] = listings
    if (!first) return { title: 'Compare places', image: { url: SITE_PICTURE_PATH, ...LINK_PICTURE_SIZE } }
    const places = listings.map((listing) => describeApartment(listing, university))
    return {
      title: `Compare ${places.map(({ title }) => title).join(', ')}`,
      // Without addresses, for which a line with several places has no room.
      description: places
        .map(({ title, facts, rating }) => {
          const line = describeInOneLine({ title, facts, ...(rating && { rating }) })
          return line ? `${title}: ${line}` : title
        })
        .join('; '),
      image: (await preview('apartment', first.buildingData.id)).image,
    }
  }

  async function show(place: PreviewTexts, requested: string | undefined, { request, reply }: Exchange) {
    const version = pictures.versionOf(place)
    const tag = `"${version}"`
    if (request.headers['if-none-match']?.includes(tag)) {
      reply.code(304).header('etag', tag)
      return Buffer.alloc(0)
    }
    const { bytes, isProvisional } = await pictures.make(place)
    reply.headers({
      'content-type': getLinkPicture.replyType,
      'x-content-type-options': 'nosniff',
      // Other sites embed the picture with the link.
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control':
        place.photo !== undefined ? REVALIDATED : requested === version ? IMMUTABLE : SHORT_LIVED,
      ...(!isProvisional && { etag: tag }),
    })
    return bytes
  }

  route(app, getApartmentLinkPreview, ({ params }) => preview('apartment', params.id))
  route(app, getLandlordLinkPreview, ({ params }) => preview('landlord', params.id))
  route(app, getAreaLinkPreview, ({ params }) => preview('area', params.area))
  route(app, getGuideLinkPreview, ({ params }) => preview('guide', params.slug))
  route(app, getComparisonLinkPreview, ({ params }) =>
    previewOfComparison([...new Set(params.ids.split(','))]),
  )
  route(app, getLinkPicture, async ({ params, query }, exchange) =>
    show(await describe(params.kind, params.id), query.v, exchange),
  )
  route(app, getSiteLinkPicture, (_call, exchange) =>
    show({ title: 'Homes off campus, reviewed by students', facts: [university.name] }, undefined, exchange),
  )
}
