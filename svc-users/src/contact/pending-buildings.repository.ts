import { randomUUID } from 'node:crypto'
import { type ContactStatus, type PendingBuilding } from '@offquad/contracts'
import { ConflictError, openMarkOutbox, required } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import {
  type DecidedBy,
  openSubmissions,
  type SubmissionDocument,
  submissionSchema,
} from './submissions.repository'

interface PendingBuildingDocument extends SubmissionDocument {
  name: string
  address: string
  photos: string[]
  /** svc-reviews, which stores photos, has not yet been notified that these are used. */
  hasUnpublishedPhotos: boolean
  /** The submission was deleted, and svc-reviews has not yet been notified; false: it has. Either way its photos are lost. */
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

const OF_PHOTOS = { mark: true, date: 'date', also: ['userId', 'photos'] } as const

export function createPendingBuildingsRepository(connection: Connection) {
  const model = connection.model('PendingBuilding', schema, 'pending_buildings')
  const { insert, ...submissions } = openSubmissions(model, fromDocument, changesWith)

  return {
    ...submissions,

    /** Submissions whose photo usage has not been published to svc-reviews, which stores photos. */
    photoUsage: openMarkOutbox(model, { ...OF_PHOTOS, field: 'hasUnpublishedPhotos' }),

    /** Deleted submissions, whose photos svc-reviews is to release. */
    releasedPhotos: openMarkOutbox(model, { ...OF_PHOTOS, field: 'hasPhotosToDetach' }),

    /** Submissions with changes that svc-reviews, where authors may review them, has not received. */
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
  }
}

/** @throws ConflictError when the submission became another apartment */
function changesWith(
  status: ContactStatus,
  prior: PendingBuildingDocument,
  { aptId }: DecidedBy,
): Partial<PendingBuildingDocument> {
  if (status === 'DELETED' && prior.status !== 'DELETED') return { hasPhotosToDetach: true }
  if (status !== 'COMPLETED' || aptId === undefined || aptId === prior.aptId) return {}
  if (prior.aptId === undefined) return { aptId, unpublishedChange: randomUUID() }
  throw new ConflictError('submission-done', `This submission became the apartment "${prior.aptId}" already.`)
}

function fromDocument(document: PendingBuildingDocument): PendingBuilding {
  const { _id, date, name, address, userId, status, aptId, hasPhotosToDetach } = document
  return {
    id: _id,
    date: date.toISOString(),
    name,
    address,
    photos: hasPhotosToDetach === undefined ? document.photos : [],
    userId,
    status,
    ...(aptId !== undefined && { aptId }),
  }
}
