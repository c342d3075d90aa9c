import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint'
import { Id, IdParams, Nullable, pageQuery, StrictObject } from '../shapes'
import { Apartment, CoordinatesSource, Landlord, SearchResult } from './listing'

const name = Apartment.properties.name
const photos = Apartment.properties.photos

/** An apartment in an import file, without computed fields. */
export const ApartmentRow = Type.Object({
  id: Id,
  ...Type.Pick(Apartment, [
    'name',
    'address',
    'landlordId',
    'numBeds',
    'numBaths',
    'price',
    'roomTypes',
    'amenities',
    'photos',
    'area',
    'latitude',
    'longitude',
  ]).properties,
  coordinatesSource: Type.Optional(CoordinatesSource),
})
export type ApartmentRow = Static<typeof ApartmentRow>

/** A landlord in an import file. */
export const LandlordRow = Type.Object({
  id: Id,
  name,
  contact: Landlord.properties.contact,
  address: Landlord.properties.address,
  photos,
  profilePhoto: Nullable(Type.String()),
})
export type LandlordRow = Static<typeof LandlordRow>

type Changes<Row> = { [Field in Exclude<keyof Row, NotChangeable>]?: unknown }

/** The id, and fields that the catalog derives: coordinates that an administrator sets are `placed`. */
const NOT_CHANGEABLE = ['id', 'coordinatesSource'] as const
type NotChangeable = (typeof NOT_CHANGEABLE)[number]

const fieldsOf = (row: { properties: object }) =>
  Object.fromEntries(
    Object.keys(row.properties)
      .filter((field) => !NOT_CHANGEABLE.some((fixed) => fixed === field))
      .map((field) => [field, Type.Optional(Type.Unknown())]),
  )

/** The fields to change; other fields stay unchanged. The catalog validates the values as in an import. */
const changesOf = <Row extends ApartmentRow | LandlordRow>(row: { properties: object }) =>
  Type.Unsafe<Changes<Row>>(StrictObject(fieldsOf(row)))

const editOf = <Row extends ApartmentRow | LandlordRow>(row: { properties: object }) =>
  Type.Unsafe<Changes<Row> & { read?: Changes<Row> }>(
    StrictObject({
      ...fieldsOf(row),
      read: Type.Optional({
        ...StrictObject(fieldsOf(row)),
        description: 'What these fields were when they were read: 409 with those that are not so any more',
      }),
    }),
  )

export const ApartmentChanges = changesOf<ApartmentRow>(ApartmentRow)
export type ApartmentChanges = Static<typeof ApartmentChanges>

export const LandlordChanges = changesOf<LandlordRow>(LandlordRow)
export type LandlordChanges = Static<typeof LandlordChanges>

const addCall = {
  touches: ['svc-catalog', 'svc-reviews'],
  access: 'admin',
  status: 201,
  takesIdempotencyKey: true,
} as const

const changeCall = {
  touches: ['svc-catalog', 'svc-reviews'],
  access: 'admin',
  params: IdParams,
} as const

export const addApartment = endpoint('POST /api/admin/apartments', {
  ...addCall,
  summary: 'Adds an apartment and returns it.',
  query: StrictObject({
    submission: Type.Optional({
      ...Id,
      description: 'The submission that it is made from: 409 when another one was made from it',
    }),
  }),
  body: ApartmentChanges,
  reply: Apartment,
})

export const changeApartment = endpoint('PUT /api/admin/apartments/:id', {
  ...changeCall,
  summary: 'Changes the given fields of an apartment and returns all of it.',
  body: editOf<ApartmentRow>(ApartmentRow),
  reply: Apartment,
})

export const addLandlord = endpoint('POST /api/admin/landlords', {
  ...addCall,
  summary: 'Adds a landlord and returns it.',
  body: LandlordChanges,
  reply: Landlord,
})

export const changeLandlord = endpoint('PUT /api/admin/landlords/:id', {
  ...changeCall,
  summary: 'Changes the given fields of a landlord and returns all of it.',
  body: editOf<LandlordRow>(LandlordRow),
  reply: Landlord,
})

export const findLandlords = endpoint('GET /api/admin/landlords', {
  summary: 'A page of the landlords whose name or address match, best first, or all by name.',
  access: 'admin',
  query: StrictObject({ q: Type.Optional(Type.String({ maxLength: 10_000 })), ...pageQuery }),
  reply: Type.Object({ landlords: Type.Array(Landlord), total: Type.Integer() }),
})

export const findSimilarPlaces = endpoint('GET /api/admin/similar-places', {
  summary:
    'Apartments or landlords with the same name or address, however it is spelled: possible duplicates.',
  access: 'admin',
  query: StrictObject({
    label: SearchResult.properties.label,
    name: Type.Optional(Type.String({ maxLength: 1000 })),
    address: Type.Optional(Type.String({ maxLength: 1000 })),
    except: Type.Optional(Id),
  }),
  reply: Type.Array(SearchResult),
})

const exportCall = {
  summary: 'Everything in the form of import files: importing it again changes nothing.',
  access: 'admin',
} as const

export const exportApartments = endpoint('GET /api/admin/export/apartments', {
  ...exportCall,
  reply: Type.Array(ApartmentRow),
})

export const exportLandlords = endpoint('GET /api/admin/export/landlords', {
  ...exportCall,
  reply: Type.Array(LandlordRow),
})
