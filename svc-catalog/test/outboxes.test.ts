import {
  addApartment,
  addLandlord,
  attachPhotos,
  type PayloadOf,
  updateReviewSubjects,
} from '@offquad/contracts'
import { createLog, type Jobs, openJobs } from '@offquad/service-kit'
import { testOutbox } from '@offquad/service-kit/testing'
import { logChanges } from '../src/change-log/log-changes'
import { publishPhotoUsage } from '../src/photos/publish-photo-usage'
import { publishChangedSubjects } from '../src/review-subjects/publish-review-subjects.job'
import { startCatalog, type TestCatalog } from './start-catalog'

let catalog: TestCatalog
let receivers: Jobs
beforeEach(async () => {
  catalog = await startCatalog()
  receivers = openJobs(catalog.config, createLog('receiver', 'silent'))
})
afterEach(async () => {
  await receivers.close()
  await catalog.close()
})

const photoId = (change: number) => change.toString(16).padStart(32, '0')

/** Adds a landlord and an apartment of theirs by hand; returns their ids. */
async function add(change: number) {
  const photos = [`/api/photos/${photoId(change)}`]
  const landlord = await catalog.call(addLandlord.path, 'admin', { name: `Landlord ${change}`, photos })
  const apartment = await catalog.call(addApartment.path, 'admin', {
    name: `House ${change}`,
    landlordId: landlord.body.id,
    photos,
  })
  return { landlordId: landlord.body.id as string, apartmentId: apartment.body.id as string }
}

const countPending = (outbox: 'photoUsage' | 'subjects' | 'edits') => async () => {
  const { apartments, landlords } = catalog.context
  const [ofApartments, ofLandlords] = await Promise.all([
    apartments.outboxes[outbox].backlog(),
    landlords.outboxes[outbox].backlog(),
  ])
  return ofApartments.entries + ofLandlords.entries
}

testOutbox('photo usage', async () => {
  const ids: Awaited<ReturnType<typeof add>>[] = []
  const attached = new Map<string, string[]>()
  await receivers.registerWorker(
    attachPhotos,
    async ({ owner, photoIds }) => void attached.set(owner, photoIds),
  )
  return {
    write: async (change) => void (ids[change] = await add(change)),
    deliver: (wrap) => publishPhotoUsage(wrap(catalog.context)),
    countPending: countPending('photoUsage'),
    received: (change) => [
      attached.get(`apartment/${ids[change]?.apartmentId}`),
      attached.get(`landlord/${ids[change]?.landlordId}`),
    ],
    expected: (change) => [[photoId(change)], [photoId(change)]],
  }
})

testOutbox('review subjects', async () => {
  type Message = PayloadOf<typeof updateReviewSubjects>
  const ids: Awaited<ReturnType<typeof add>>[] = []
  const newest = new Map<string, { version: number; subject: unknown }>()
  const keepNewest = (id: string, { version }: Message, subject: unknown) => {
    if (version > (newest.get(id)?.version ?? 0)) newest.set(id, { version, subject })
  }
  await receivers.registerWorker(updateReviewSubjects, async (message) => {
    for (const { id, ...subject } of message.apartments) keepNewest(id, message, subject)
    for (const { id, ...subject } of message.landlords) keepNewest(id, message, subject)
  })
  return {
    write: async (change) => void (ids[change] = await add(change)),
    deliver: (wrap) => publishChangedSubjects(wrap(catalog.context)),
    countPending: countPending('subjects'),
    received: (change) => [
      newest.get(ids[change]?.apartmentId ?? '')?.subject,
      newest.get(ids[change]?.landlordId ?? '')?.subject,
    ],
    expected: (change) => [
      { name: `House ${change}`, landlordId: ids[change]?.landlordId },
      { name: `Landlord ${change}` },
    ],
  }
})

testOutbox('logged edits', () => {
  const ids: Awaited<ReturnType<typeof add>>[] = []
  return {
    write: async (change) => void (ids[change] = await add(change)),
    deliver: (wrap) => logChanges(wrap(catalog.context)),
    countPending: countPending('edits'),
    received: async (change) => {
      const { entries } = await catalog.context.changeLog.listPage({}, { after: undefined, size: 1_000 })
      const { apartmentId, landlordId } = ids[change] ?? {}
      const logged = entries.filter(({ subjectId }) => [apartmentId, landlordId].includes(subjectId))
      return logged.map(({ action, name }) => `${action} ${name}`).sort()
    },
    expected: (change) => [`added House ${change}`, `added Landlord ${change}`],
  }
})
