import {
  AMENITIES,
  AMENITY_IDS,
  CoordinatesSource,
  ownPhotoPath,
  photoIdOf,
  quote,
  type University,
} from '@offquad/contracts'
import { isBlank, listOf, readLinks, readOptionalId, textUpTo } from '@offquad/service-kit/import-fields'
import { type ApartmentContent } from '../catalog/entities'
import { amountUpTo, nameUpTo, type OptionalCoordinates, readCoordinates, readId, readRent } from './fields'
import { readRoomTypes } from './parse-rooms'
import { type Parsed, parseRow, type Row, type RowReader, withoutAbsent } from './parse-row'

/** The area of everything outside the university's areas. */
const ELSEWHERE = 'OTHER'

const readName = nameUpTo(200)
const readAddress = textUpTo(300)
const readRooms = amountUpTo(100)

/** Parses an apartment of an old export; returns the apartment, or all problems. */
export function parseApartment(row: Row, university: University): Parsed<ApartmentContent> {
  return parseRow<ApartmentContent>(row, (reader) => ({
    id: reader.required('id', readId, ''),
    content: {
      name: reader.required('name', readName, ''),
      ...withoutAbsent({
        address: reader.optional('address', readAddress),
        landlordId: reader.optional('landlordId', readOptionalId),
        numBeds: reader.optional('numBeds', readRooms),
        numBaths: reader.optional('numBaths', readRooms),
        price: reader.optional('price', readRent),
        roomTypes: readRoomTypes(reader),
        amenities: reader.optional('amenities', readAmenities),
        photos: readPhotos(reader),
        area: reader.optional('area', areaReader(university)),
        ...readPlace(row, reader, university),
        coordinatesSource: reader.optional('coordinatesSource', readCoordinatesSource),
      }),
    },
  }))
}

function areaReader({ areas }: University) {
  const allowed = [...areas.map(({ id }) => id), ELSEWHERE]
  return (value: unknown): string => {
    if (isBlank(value)) return ELSEWHERE
    const area = String(value).trim().toUpperCase()
    if (!allowed.includes(area)) throw new Error(`must be one of ${allowed.join(', ')}, not ${quote(value)}`)
    return area
  }
}

/** Amenities by id or name, from a list, JSON of one, or a text separated by commas, semicolons or "|". */
function readAmenities(value: unknown): string[] {
  const listed = listOf(value, (text) => text.split(/ *[,;|\n] */)).filter((amenity) => !isBlank(amenity))
  const read = listed.map((amenity) => ({ amenity, id: amenityOf(String(amenity)) }))
  const unknown = read.filter(({ id }) => id === undefined).map(({ amenity }) => quote(amenity))
  if (unknown.length > 0)
    throw new Error(`has ${unknown.join(', ')}, which is not a known amenity: use ${AMENITY_IDS.join(', ')}`)
  return AMENITY_IDS.filter((id) => read.some((amenity) => amenity.id === id))
}

function amenityOf(text: string): string | undefined {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim()
  return AMENITY_IDS.find((id) => [id, AMENITIES[id]].some((name) => plain(name) === plain(text)))
}

function readCoordinatesSource(value: unknown): CoordinatesSource | undefined {
  if (isBlank(value)) return undefined
  const source = CoordinatesSource.enum.find((name) => name === String(value).trim().toLowerCase())
  if (!source)
    throw new Error(`must be one of ${CoordinatesSource.enum.join(', ')} or empty, not ${quote(value)}`)
  return source
}

export function readPhotos(reader: RowReader): string[] | undefined {
  const links = reader.optional('photos', readLinks)
  if (links && links.dropped > 0) reader.note('photos', `${links.dropped} of photos left out: not a link`)
  // The form of a suggested apartment has URLs with a key.
  return links?.kept.map((link) => (photoIdOf(link) && ownPhotoPath(link)) ?? link)
}

/** Both coordinates, or neither if the row has no columns for them. */
function readPlace(row: Row, reader: RowReader, university: University): Partial<OptionalCoordinates> {
  const { latitude, longitude } = row
  if (latitude === undefined && longitude === undefined) return {}
  return reader.required(
    'latitude and longitude',
    () => readCoordinates({ latitude, longitude }, university),
    {
      latitude: null,
      longitude: null,
    },
  )
}
