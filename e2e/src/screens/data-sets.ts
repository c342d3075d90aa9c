import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { accessTokenOf } from '../people'
import { type Command, REPOSITORY, runCommand, startPlatform, stopPlatform } from '../platform'
import {
  BARE_APARTMENT,
  HOSTILE_APARTMENT,
  HOSTILE_LANDLORD,
  HOSTILE_MESSAGES,
  HOSTILE_NAMES,
  hostileRows,
  hostileTimetable,
} from './hostile-rows'

/** Listings of an earlier product, if they are available next to the repository. */
const REAL_LISTINGS = path.resolve(REPOSITORY, '../shared/data')
export const hasRealListings = existsSync(REAL_LISTINGS)

export const ADMIN = 'admin@cornell.edu'

/** A data set for the screens, with its extreme cases. */
export interface DataSet {
  /** E-mail address of a student with reviews of every status, if there is one. */
  student: string
  /** An apartment with many reviews. */
  busyApartment: string
  busyLandlord: string
  /** An apartment without reviews and with minimal data. */
  bareApartment: string
  area: string
  /** A search term with many results. */
  searchText: string
}

/** A platform with a data set. */
export interface FilledPlatform {
  url: string
  dataDir: string
  close(): Promise<void>
}

export const DEMO: DataSet = {
  student: 'maya.lindqvist@cornell.edu',
  busyApartment: 'demo-1',
  busyLandlord: 'demo-landlord-1',
  bareApartment: 'demo-6',
  area: 'west',
  searchText: 'lane',
}

export const REAL: DataSet = {
  student: 'student@cornell.edu',
  busyApartment: '2',
  busyLandlord: '2',
  bareApartment: '1',
  area: 'collegetown',
  searchText: 'st',
}

export const HOSTILE: DataSet = {
  student: 'student@cornell.edu',
  busyApartment: HOSTILE_APARTMENT,
  busyLandlord: HOSTILE_LANDLORD,
  bareApartment: BARE_APARTMENT,
  area: 'west',
  searchText: 'elm',
}

export async function openDemoPlatform(): Promise<FilledPlatform> {
  return openPlatform({})
}

export async function openRealPlatform(): Promise<FilledPlatform> {
  const platform = await openPlatform({ DEMO_DATA: 'none' })
  await importInto(platform.dataDir, [
    '--apartments',
    path.join(REAL_LISTINGS, 'buildings.json'),
    '--landlords',
    path.join(REAL_LISTINGS, 'landlords.json'),
  ])
  return platform
}

export async function openHostilePlatform(): Promise<FilledPlatform> {
  const timetable = await mkdtemp(path.join(tmpdir(), 'offquad-timetable-'))
  for (const [name, text] of Object.entries(hostileTimetable()))
    await writeFile(path.join(timetable, name), text)
  const platform = await openPlatform({ DEMO_DATA: 'none', GTFS_FILE: timetable })
  const student = await callerOf(HOSTILE.student, platform)
  const pictures = await extremePictures()
  // A picture belongs to the one thing that shows it.
  const upload = () => Promise.all(pictures.map((picture) => student.upload(picture)))
  const rows = hostileRows(await upload())
  const folder = path.join(platform.dataDir, 'hostile')
  await mkdir(folder)
  const files = Object.entries(rows).map(async ([kind, list]) => {
    const file = path.join(folder, `${kind}.json`)
    await writeFile(file, JSON.stringify(list))
    return [`--${kind}`, file]
  })
  await importInto(platform.dataDir, (await Promise.all(files)).flat())
  await sendHostileMessages(student, await callerOf(ADMIN, platform), await upload())
  return {
    ...platform,
    async close() {
      await platform.close()
      await rm(timetable, { recursive: true })
    },
  }
}

async function openPlatform(environment: NodeJS.ProcessEnv): Promise<FilledPlatform> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'offquad-screens-'))
  const { command, url } = await startPlatform(dataDir, { environment })
  return { url, dataDir, close: () => closePlatform(command, dataDir) }
}

async function closePlatform(command: Command, dataDir: string): Promise<void> {
  await stopPlatform(command)
  await rm(dataDir, { recursive: true, force: true })
}

async function importInto(dataDir: string, args: string[]): Promise<void> {
  const { code, stdout, stderr } = await runCommand(['import', ...args], { DATA_DIR: dataDir }).result
  if (code !== 0 && !/ rejected/.test(stdout))
    throw new Error(`import ended with ${code}: ${stdout}${stderr}`)
}

/** Pictures of extreme shapes: a strip, a column, a dot. */
async function extremePictures(): Promise<Buffer[]> {
  const shapes = [
    { width: 4000, height: 40, background: '#35546b' },
    { width: 40, height: 4000, background: '#6b3535' },
    { width: 1, height: 1, background: '#356b46' },
  ]
  return Promise.all(
    shapes.map(({ width, height, background }) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
}

interface Caller {
  post(address: string, body: unknown): Promise<unknown>
  put(address: string): Promise<unknown>
  upload(picture: Buffer): Promise<string>
}

async function callerOf(email: string, platform: { url: string; dataDir: string }): Promise<Caller> {
  const authorization = `Bearer ${await accessTokenOf(email, platform)}`
  async function send(address: string, init: RequestInit): Promise<unknown> {
    const response = await fetch(platform.url + address, {
      ...init,
      headers: { authorization, ...init.headers },
    })
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const json = { 'content-type': 'application/json' }
  return {
    post: (address, body) => send(address, { method: 'POST', headers: json, body: JSON.stringify(body) }),
    put: (address) => send(address, { method: 'PUT', headers: json, body: '{}' }),
    async upload(picture) {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png')
      const { url } = (await send('/api/photos', { method: 'POST', body })) as { url: string }
      return url
    },
  }
}

/** Creates a student's reviews in each status, bookmarks, likes, and messages to the team. */
async function sendHostileMessages(student: Caller, admin: Caller, photos: string[]): Promise<void> {
  const outcomes = ['PENDING', 'APPROVED', 'DECLINED', 'PENDING']
  for (const [index, status] of outcomes.entries()) {
    const id = await student.post('/api/new-review', {
      aptId: HOSTILE_APARTMENT,
      landlordId: HOSTILE_LANDLORD,
      overallRating: 1 + index,
      detailedRatings: { location: 1, maintenance: 2, safety: 3, conditions: 4 },
      bedrooms: 6,
      price: 6,
      photos: [],
      reviewText: HOSTILE_MESSAGES[index],
    })
    if (status !== 'PENDING') await admin.put(`/api/update-review-status/${id}/${status}`)
  }
  for (let index = 0; index < 9; index += 1) {
    await student.post('/api/add-saved-apartment', { apartmentId: `hostile-${index}` })
    await student.post('/api/add-saved-landlord', { landlordId: `hostile-landlord-${index}` })
    await student.post('/api/add-like', { reviewId: `hostile-review-${index}` })
  }
  for (const [index, msg] of HOSTILE_MESSAGES.entries()) {
    await student.post('/api/add-pending-building', {
      name: HOSTILE_NAMES[index],
      address: HOSTILE_NAMES[index + 1],
      photos: [],
    })
    await student.post('/api/add-contact-question', {
      name: HOSTILE_NAMES[index],
      email: `${'long-'.repeat(10)}address@cornell.edu`,
      msg,
    })
  }
  const reviewId = await student.post('/api/new-review', {
    aptId: BARE_APARTMENT,
    landlordId: HOSTILE_LANDLORD,
    overallRating: 3,
    detailedRatings: { location: 1, maintenance: 2, safety: 3, conditions: 4 },
    bedrooms: 1,
    price: 1,
    photos,
    reviewText: 'With three pictures of extreme shapes.',
  })
  if (typeof reviewId !== 'string') throw new Error('creating the review did not return its id')
}
