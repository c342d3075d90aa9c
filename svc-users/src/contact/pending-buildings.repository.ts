import { randomUUID } from 'node:crypto'
import { type PendingBuilding } from '@offquad/contracts'
import { openMarkOutbox, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { openSubmissions, type SubmissionDocument, submissionSchema } from './submissions.repository'

interface PendingBuildingDocument extends SubmissionDocument {
  name: string
  address: string
  photos: string[]
  /** svc-reviews, which stores photos, does not know yet that these are used. */
  hasUnpublishedPhotos: boolean
  /** It was deleted, and svc-reviews does not know yet. */
  hasPhotosToDetach?: boolean
  /** The apartment that it became. */
  aptId?: string
  /** Id of the last write that svc-reviews has to receive: its creation, or the one that set `aptId`. */
  unpublishedChange?: string
}

const schema = submissionSchema<PendingBuildingDocument>({
  name: required.text,
  address: { type: String, default: '' },
  photos: [String],
  hasUnpublishedPhotos: { ...required.flag, index: true },
  hasPhotosToDetach: Boolean,
  aptId: String,
  unpublishedChange: String,
})
schema.index({ unpublishedChange: 1 }, { sparse: true })
schema.index({ hasPhotosToDetach: 1 }, { sparse: true })

export function createPendingBuildingsRepository(connection: Connection) {
  const model = connection.model('PendingBuilding', schema, 'pending_buildings')
  const { insert, ...submissions } = openSubmissions(model, fromDocument, (status) =>
    status === 'DELETED' ? { hasPhotosToDetach: true } : {},
  )

  return {
    ...submissions,

    /** Submissions whose photos svc-reviews, which stores photos, does not know to be used. */
    photoUsage: openMarkOutbox(model, {
      field: 'hasUnpublishedPhotos',
      mark: true,
      date: 'date',
      also: ['userId', 'photos'],
    }),

    /** Deleted submissions, whose photos svc-reviews is to release. */
    releasedPhotos: openMarkOutbox(model, {
      field: 'hasPhotosToDetach',
      mark: true,
      date: 'date',
      also: ['userId', 'photos'],
    }),

    /** Submissions that svc-reviews, where their authors may review them, does not know as they are. */
    suggestions: openMarkOutbox(model, {
      field: 'unpublishedChange',
      mark: 'change',
      date: 'date',
      also: ['userId', 'name', 'aptId'],
    }),

    /** A stored submission with the same id stays unchanged. */
    add: ({ id, date, ...content }: PendingBuilding) =>
      insert(id, {
        ...content,
        date: new Date(date),
        hasUnpublishedPhotos: content.photos.length > 0,
        unpublishedChange: randomUUID(),
      }),

    /** Stores the apartment that a submission became. Returns which one it is: the first that was stored stays. */
    async setApartment(id: string, aptId: string): Promise<string | undefined> {
      await retryOnFailover(() =>
        model.updateOne(
          { _id: id, aptId: { $exists: false } },
          { $set: { aptId, unpublishedChange: randomUUID() } },
        ),
      )
      return (await model.findById(id, { aptId: 1 }).lean())?.aptId
    },
  }
}

function fromDocument(document: PendingBuildingDocument): PendingBuilding {
  const { _id, date, name, address, photos, userId, status, aptId } = document
  return {
    id: _id,
    date: date.toISOString(),
    name,
    address,
    photos,
    userId,
    status,
    ...(aptId !== undefined && { aptId }),
  }
}
