import { type PendingBuilding } from '@offquad/contracts'
import { openMarkOutbox, required } from '@offquad/service-kit'
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
}

const schema = submissionSchema<PendingBuildingDocument>({
  name: required.text,
  address: { type: String, default: '' },
  photos: [String],
  hasUnpublishedPhotos: { type: Boolean, required: true, index: true },
  hasPhotosToDetach: Boolean,
})
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

    /** A stored submission with the same id stays unchanged. */
    add: ({ id, date, ...content }: PendingBuilding) =>
      insert(id, { ...content, date: new Date(date), hasUnpublishedPhotos: content.photos.length > 0 }),
  }
}

function fromDocument(document: PendingBuildingDocument): PendingBuilding {
  const { _id, date, name, address, photos, userId, status } = document
  return { id: _id, date: date.toISOString(), name, address, photos, userId, status }
}
