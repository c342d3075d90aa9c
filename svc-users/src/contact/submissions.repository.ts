import { randomUUID } from 'node:crypto'
import { CONTACT_STATUSES, type ContactStatus } from '@offquad/contracts'
import { ConflictError, documentSchema, openOutbox, required, retryOnFailover } from '@offquad/service-kit'
import { type Model, type QueryFilter, type UpdateQuery } from 'mongoose'

/** An administrator's decision, stored in the question or submission that it is about until it is logged. */
export interface UnloggedDecision {
  change: string
  adminId: string
  date: Date
  from: ContactStatus
  to: ContactStatus
}

/** Something that a user sent, as it is stored. */
export interface SubmissionDocument {
  _id: string
  date: Date
  userId: string
  status: ContactStatus
  /** Absent if there was no decision. */
  unloggedDecisions?: UnloggedDecision[]
}

const decision = {
  _id: false,
  change: required.text,
  adminId: required.text,
  date: required.date,
  from: required.text,
  to: required.text,
}

/** The administrator who decides, and their input. */
export interface DecidedBy {
  adminId: string
  /** The status that the administrator saw, if known. */
  seen?: ContactStatus | undefined
  /** The apartment that a submission became. */
  aptId?: string | undefined
}

/** The schema of one kind of submissions, with the fields that only it has. */
export function submissionSchema<T extends SubmissionDocument>(
  fields: Parameters<typeof documentSchema<T>>[0],
) {
  const schema = documentSchema<T>({
    _id: required.text,
    date: required.date,
    userId: { ...required.text, index: true },
    status: { ...required.text, enum: CONTACT_STATUSES },
    unloggedDecisions: { type: [decision], default: undefined },
    ...fields,
  })
  // Read newest first, ties by id.
  schema.index({ status: 1, date: -1, _id: -1 })
  schema.index({ 'unloggedDecisions.change': 1 }, { sparse: true })
  return schema
}

/** Operations on any kind of submissions. */
export function openSubmissions<T extends SubmissionDocument, Submission>(
  model: Model<T>,
  fromDocument: (document: T) => Submission,
  /** Further changes in the write that sets this status. */
  changesWith: (status: ContactStatus, stored: T, by: DecidedBy) => Partial<T> = () => ({}),
) {
  /** Newest first. */
  async function list(filter: QueryFilter<T>): Promise<Submission[]> {
    const documents = await model.find(filter).sort({ date: -1, _id: -1 }).lean<T[]>()
    return documents.map(fromDocument)
  }

  /**
   * Returns the submission afterwards; undefined if there is none. Repeating a decision changes nothing.
   * @throws ConflictError when the status has changed since the administrator saw it
   */
  const setStatus = (id: string, to: ContactStatus, by: DecidedBy): Promise<Submission | undefined> =>
    retryOnFailover(async (isRepeated) => {
      for (;;) {
        const { adminId, seen } = by
        const stored = await model.findOne({ _id: id }).lean<T>()
        if (!stored) return undefined
        if (seen !== undefined && stored.status !== seen && !(isRepeated && stored.status === to))
          throw new ConflictError(
            'already-decided',
            `Somebody else has decided on this: it is ${stored.status} now.`,
          )
        const changes = changesWith(to, stored, by)
        const isDecided = stored.status === to
        if (isDecided && Object.keys(changes).length === 0) return fromDocument(stored)
        const decision = { change: randomUUID(), adminId, date: new Date(), from: stored.status, to }
        // With two administrators at once, the second decision starts from the outcome of the first.
        const changed = await model
          .findOneAndUpdate(
            { _id: id, status: stored.status, ...valuesOf(stored, changes) },
            {
              $set: { ...changes, status: to },
              ...(!isDecided && { $push: { unloggedDecisions: decision } }),
            },
            { returnDocument: 'after' },
          )
          .lean<T>()
        if (changed) return fromDocument(changed)
      }
    })

  return {
    /** Decisions that are not logged yet. */
    decisions: openOutbox<T, 'unloggedDecisions'>(model, { field: 'unloggedDecisions' }),

    /** A stored submission with the same id stays unchanged. */
    async insert(id: string, content: NonNullable<UpdateQuery<T>['$setOnInsert']>): Promise<void> {
      await retryOnFailover(() =>
        model.updateOne({ _id: id }, { $setOnInsert: content }, { upsert: true, runValidators: true }),
      )
    },

    async find(id: string): Promise<Submission | undefined> {
      const document = await model.findById(id).lean<T>()
      return document ? fromDocument(document) : undefined
    },

    listIn: (status: ContactStatus) => list({ status }),

    listOf: (userId: string) => list({ userId }),

    setStatus,

    removeAllOf: (userId: string) => retryOnFailover(() => model.deleteMany({ userId })),
  }
}

/** Filter for the stored values of these fields: null also matches documents without the field. */
const valuesOf = <T extends object>(stored: T, fields: Partial<T>) =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, stored[field as keyof T] ?? null]))
