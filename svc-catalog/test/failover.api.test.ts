import {
  addApartment,
  addGuide,
  addLandlord,
  changeApartment,
  changeGuide,
  changeLandlord,
  deleteGuide,
  ENDPOINTS,
  findAddress,
  getCommutes,
  importApartments,
  importLandlords,
  pathOf,
  previewGuide,
  retryGeocoding,
  retryListingPictures,
  searchNearPlaces,
  setData,
  setGuideState,
} from '@offquad/contracts'
import { idOfWrite } from '@offquad/service-kit'
import { describeWritesDuringFailover, emptyDatabase, readComparable } from '@offquad/service-kit/testing'
import { logChanges } from '../src/change-log/log-changes'
import { logGuideChanges } from '../src/guides/log-guide-changes'
import { publishPhotoUsage } from '../src/photos/publish-photo-usage'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'

let service: TestCatalog

interface Write {
  call: { method: 'GET' | 'POST' | 'PUT'; path: `/api/${string}` }
  /** Beside the call, where there are several writes of one. */
  as?: string
  prepare?: () => Promise<unknown>
  params?: Record<string, string>
  body?: object
  headers?: Record<string, string>
}

const PICTURE = 'https://pictures.test/elm.jpg'
const elm = { name: 'Elm House', address: '1 Elm St', area: 'WEST', photos: [PICTURE] }
const homes = { name: 'Elm Homes', contact: '555-0100' }
const key = { 'idempotency-key': 'one-of-the-administrator' }
const rows = (...values: object[]) => ({ rows: values.map((value, index) => ({ line: index + 1, value })) })

const place = { id: 'my-12345678', mode: 'walk', latitude: 42.44, longitude: -76.48 }

const lease = { title: 'Reading a lease', summary: 'Before you sign.', body: '## Rent\n\nWho pays what.' }
const addLease = () => send({ call: addGuide, body: lease, headers: key })
const addedLease = { prepare: addLease, params: { id: idOfWrite('adm', key['idempotency-key']) } }

const WRITES: Write[] = [
  { call: setData },
  // Reads by POST, so that no log or cache contains the callers' places.
  { call: getCommutes, body: { apartmentIds: ['1'], places: [place] } },
  { call: searchNearPlaces, body: { search: {}, places: [place] } },
  { call: addApartment, as: 'without a key', body: elm },
  { call: addApartment, as: 'with an Idempotency-Key', body: elm, headers: key },
  {
    call: changeApartment,
    params: { id: '1' },
    prepare: () => service.importApartments(apartment(1)),
    body: { address: '2 Elm St', latitude: 42.44, longitude: -76.48 },
  },
  { call: addLandlord, as: 'without a key', body: homes },
  { call: addLandlord, as: 'with an Idempotency-Key', body: homes, headers: key },
  {
    call: changeLandlord,
    params: { id: '1' },
    prepare: () => service.importLandlords({ id: 1, name: 'Oak Homes' }),
    body: { contact: '555-0100' },
  },
  {
    call: importApartments,
    prepare: () => service.importApartments(apartment(1)),
    body: rows(apartment(1, { address: '9 Elm St' }), apartment(2, { photos: [PICTURE] })),
  },
  {
    call: importLandlords,
    prepare: () => service.importLandlords({ id: 1, name: 'Oak Homes' }),
    body: rows({ id: 1, name: 'Oak and Elm Homes' }, { id: 2, name: 'Elm Homes' }),
  },
  {
    call: findAddress,
    prepare: () => service.context.geocodes.save('nominatim', '1 Elm St, Ithaca, New York', []),
    body: { address: '1 Elm St' },
  },
  { call: retryGeocoding, prepare: () => service.importApartments(apartment(1)), body: {} },
  {
    call: retryListingPictures,
    prepare: () => service.importApartments(apartment(1, { photos: [PICTURE] })),
    body: { sources: [PICTURE] },
  },
  { call: addGuide, as: 'without a key', body: lease },
  { call: addGuide, as: 'with an Idempotency-Key', body: lease, headers: key },
  { call: changeGuide, ...addedLease, body: { ...lease, version: 1, slug: 'leases' } },
  { call: setGuideState, ...addedLease, body: { version: 1, state: 'published' } },
  { call: deleteGuide, ...addedLease, body: { version: 1 } },
  { call: previewGuide, body: { body: lease.body } },
]

async function send({ call, params, body, headers }: Write) {
  const response = await service.send(call.method, pathOf(call, params), {
    who: 'admin',
    ...(body && { body }),
    ...(headers && { headers }),
  })
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

describeWritesDuringFailover({
  endpoints: ENDPOINTS['svc-catalog'],
  writes: WRITES,
  start: async (mongoUri) =>
    (service = await startCatalog({
      MONGODB_URI: mongoUri,
      GEOCODER_URL: 'http://127.0.0.1:9',
      GEOCODER_USER_AGENT: 'offquad-test',
    })),
  toFaultyWrite: (write) => ({
    async prepare() {
      await emptyDatabase(service.context.connection)
      await write.prepare?.()
    },
    send: () => send(write),
    async sweep() {
      await logChanges(service.context)
      await logGuideChanges(service.context)
      await publishPhotoUsage(service.context)
    },
    // Numbers of the order may be left out.
    read: () => readComparable(service.context.connection, ['counters', 'order']),
  }),
})
