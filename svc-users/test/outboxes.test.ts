import { attachPhotos, recordSuggestion } from '@offquad/contracts'
import { createLog, type Jobs, openJobs } from '@offquad/service-kit'
import { testOutbox } from '@offquad/service-kit/testing'
import { logDecisions } from '../src/contact/log-decisions'
import { publishPhotoUsage, publishSuggestions } from '../src/contact/publish-submissions'
import { startUsers, type TestUsers } from './start-users'

let service: TestUsers
let receivers: Jobs
beforeAll(async () => {
  service = await startUsers()
})
beforeEach(async () => {
  await service.reset()
  receivers = openJobs(service.context.config, createLog('receiver', 'silent'))
})
afterEach(() => receivers.close())
afterAll(() => service.close())

const photoId = (change: number) => change.toString(16).padStart(32, '0')

// Through repositories: after a request, the service itself would deliver at the same time.
const addBuilding = (change: number) =>
  service.context.pendingBuildings.add({
    id: `building-${change}`,
    date: new Date().toISOString(),
    name: `House ${change}`,
    address: '',
    photos: [`/api/photos/${photoId(change)}`],
    userId: 'maya',
    status: 'PENDING',
  })
const addQuestion = (change: number) =>
  service.context.contactQuestions.add({
    id: `question-${change}`,
    date: new Date().toISOString(),
    name: 'Maya',
    email: 'maya@cornell.edu',
    msg: 'How do I edit a review?',
    userId: 'maya',
    status: 'PENDING',
  })

testOutbox('decisions about what users sent', () => {
  const { context } = service
  return {
    async write(change) {
      await addQuestion(change)
      await addBuilding(change)
      await context.contactQuestions.setStatus(`question-${change}`, 'COMPLETED', { adminId: 'admin' })
      await context.pendingBuildings.setStatus(`building-${change}`, 'DELETED', { adminId: 'admin' })
    },
    deliver: (wrap) => logDecisions(wrap(context)),
    async countPending() {
      const backlogs = [
        context.contactQuestions.decisions.backlog(),
        context.pendingBuildings.decisions.backlog(),
      ]
      return (await Promise.all(backlogs)).reduce((sum, { entries }) => sum + entries, 0)
    },
    async received(change) {
      const { entries } = await context.contactLog.listPage({}, { after: undefined, size: 1_000 })
      const logged = entries.filter(({ contactId }) => contactId.endsWith(`-${change}`))
      return logged.map(({ kind, to }) => `${kind} ${to}`).sort()
    },
    expected: () => ['building DELETED', 'question COMPLETED'],
  }
})

testOutbox('photos of submissions', async () => {
  const { context } = service
  const attached = new Map<string, string[]>()
  await receivers.registerWorker(
    attachPhotos,
    async ({ owner, photoIds }) => void attached.set(owner, photoIds),
  )
  return {
    write: addBuilding,
    deliver: (wrap) => publishPhotoUsage(wrap(context)),
    countPending: async () => (await context.pendingBuildings.photoUsage.backlog()).entries,
    received: (change) => attached.get(`pending-building/building-${change}`),
    expected: (change) => [photoId(change)],
  }
})

testOutbox('suggestions', async () => {
  const { context } = service
  const apartments = new Map<string, string>()
  await receivers.registerWorker(recordSuggestion, async ({ id, userId, aptId }) => {
    if (aptId !== undefined) apartments.set(id, `${userId} ${aptId}`)
  })
  return {
    async write(change) {
      await addBuilding(change)
      await context.pendingBuildings.setStatus(`building-${change}`, 'COMPLETED', {
        adminId: 'boss',
        aptId: `a${change}`,
      })
    },
    deliver: (wrap) => publishSuggestions(wrap(context)),
    countPending: async () => (await context.pendingBuildings.suggestions.backlog()).entries,
    received: (change) => apartments.get(`building-${change}`),
    expected: (change) => `maya a${change}`,
  }
})
