import { randomUUID } from 'node:crypto'
import { type Decline, type ReviewStatus } from '@offquad/contracts'
import { groupWrites, monthOf, onDuplicateKey, retryOnFailover } from '@offquad/service-kit'
import { type Connection, type QueryFilter, type UpdateQuery } from 'mongoose'
import { type ReviewDocument, reviewModel } from './review.model'
import { type ReadReview, fingerprintOf } from './review-fingerprints'
import {
  type Decision,
  type OutboxEntry,
  type ReviewContent,
  type ReviewSubject,
  type StoredReview,
  type EveryField,
} from './stored-review'

// A few megabytes of reviews of maximum length.
const MOST_AT_ONCE = 500

interface NewReview extends ReviewContent, ReviewSubject, Pick<StoredReview, 'suggestion'> {
  id: string
  userId: string
  date: Date
}

interface StatusChange {
  id: string
  /** The review changes only if its status is one of these. */
  from: readonly ReviewStatus[]
  to: ReviewStatus
  subject: ReviewSubject
  /** The review changes only if this user is its author. */
  author?: string
  /** The review changes only if its content still equals this. */
  read?: ReadReview | undefined
  mailTo?: string
  decision?: Decision
  /** The reason of a decline. */
  decline?: Decline | undefined
}

/**
 * The writes of the state machine. Each is one conditional update, so that the first of two concurrent writes wins, and adds
 * its messages to the outbox of the changed document. Returns whether the review was changed, or the new outbox entry.
 */
export function createReviewChangesRepository(connection: Connection) {
  const model = reviewModel(connection)

  /** The ids are random, so a duplicate was stored by an earlier attempt of the same call. */
  const insert = groupWrites(
    (documents: ReviewDocument[]) =>
      retryOnFailover(async (isRepeated) => {
        // The reviews are validated already, and hydrating documents would take longer than everything else.
        const inserting = model.insertMany(documents, { lean: true, ordered: !isRepeated })
        await (isRepeated ? onDuplicateKey(inserting, () => undefined) : inserting)
      }),
    MOST_AT_ONCE,
  )

  /** @param isDone matches the document after this update */
  function update(
    filter: QueryFilter<ReviewDocument>,
    change: UpdateQuery<ReviewDocument>,
    isDone: QueryFilter<ReviewDocument>,
  ): Promise<boolean> {
    return retryOnFailover(async (isRepeated) => {
      if (isRepeated && (await model.exists(isDone))) return true
      const { matchedCount } = await model.updateOne(filter, change, { runValidators: true })
      return matchedCount > 0
    })
  }

  type Report = StoredReview['reports'][number]

  /** A reported review stays visible, so its subject's stats do not change. */
  const addReport = (filter: QueryFilter<ReviewDocument>, report: Report): Promise<boolean> =>
    update(
      { ...filter, userId: { $ne: report.userId } },
      {
        $set: { status: 'REPORTED', changedAt: new Date() },
        $push: { reports: report },
      },
      { _id: filter._id, reports: { $elemMatch: { userId: report.userId, date: report.date } } },
    )

  return {
    /** Stores a review that waits for approval. Returns false if `mayExist` and a review with its id is stored already. */
    async insert({ id, ...review }: NewReview, { mayExist = false } = {}): Promise<boolean> {
      const document: ReviewDocument = {
        ...review,
        _id: id,
        month: monthOf(review.date),
        likes: 0,
        status: 'PENDING',
        reports: [],
        contentSource: 'author',
        textFingerprint: fingerprintOf(review.reviewText),
        changedAt: review.date,
        outbox: [],
      }
      if (!mayExist) {
        await insert(document)
        return true
      }
      return retryOnFailover(async (isRepeated) => {
        // Not batched with others: a duplicate would make the whole batch fail.
        const inserting = model.insertMany([document], { lean: true }).then(() => true)
        return onDuplicateKey(inserting, () => isRepeated)
      })
    },

    /** Returns undefined unless the author has this review in one of these statuses. */
    async edit(
      {
        id,
        author,
        from,
        subject,
        read,
      }: Required<Pick<StatusChange, 'id' | 'author' | 'from' | 'subject'>> & Pick<StatusChange, 'read'>,
      content: ReviewContent,
    ): Promise<OutboxEntry | undefined> {
      const change = randomUUID()
      const entry = { change, ...subject }
      const changedAt = new Date()
      const hasChanged = await update(
        { _id: id, userId: author, status: { $in: [...from] }, ...(read && sayingSame(read)) },
        {
          $set: {
            ...content,
            textFingerprint: fingerprintOf(content.reviewText),
            status: 'PENDING',
            contentSource: 'author',
            changedAt,
          },
          $unset: { decline: 1 },
          $push: { outbox: entry },
        },
        leftBy({ id, change, changedAt }),
      )
      return hasChanged ? entry : undefined
    },

    async changeStatus({
      id,
      author,
      read,
      from,
      to,
      subject,
      mailTo,
      decision,
      decline,
    }: StatusChange): Promise<OutboxEntry | undefined> {
      const change = randomUUID()
      const changedAt = new Date()
      const entry = {
        change,
        ...subject,
        ...(mailTo && { mailTo }),
        ...(decision && { decision }),
        ...(decline && { decline }),
      }
      const hasChanged = await update(
        {
          _id: id,
          status: { $in: [...from] },
          ...(author !== undefined && { userId: author }),
          ...(read && sayingSame(read)),
          // Authors do not see reports, and reports are never removed.
          ...(read && author === undefined && { reports: { $size: read.reports.length } }),
        },
        {
          $set: { status: to, changedAt, ...(decline && { decline }) },
          ...(!decline && { $unset: { decline: 1 } }),
          $push: { outbox: entry },
        },
        leftBy({ id, change, changedAt }),
      )
      return hasChanged ? entry : undefined
    },

    /** Assigns the reviews of a suggestion to the apartment that it became. */
    async attach(suggestionId: string, subject: ReviewSubject): Promise<void> {
      await retryOnFailover(() =>
        model.updateMany(
          { 'suggestion.id': suggestionId },
          { $set: { ...subject, changedAt: new Date() }, $unset: { suggestion: 1 } },
        ),
      )
    },

    /** Makes reviews count for the landlords that their apartments have now. Returns whether any counted for another. */
    async followLandlords(apartments: Map<string, { landlordId: string | null }>): Promise<boolean> {
      const subject = { aptId: '$aptId', landlordId: '$landlordId' }
      const reviewed = await model.aggregate<{ _id: ReviewSubject & { aptId: string } }>([
        { $match: { aptId: { $in: [...apartments.keys()] } } },
        { $group: { _id: subject } },
      ])
      const change = randomUUID()
      const moves = reviewed.flatMap(({ _id: from }) => {
        const landlordId = apartments.get(from.aptId)?.landlordId ?? from.landlordId
        const outbox = { $each: [from, { ...from, landlordId }].map((counted) => ({ ...counted, change })) }
        const update = { $set: { landlordId, changedAt: new Date() }, $push: { outbox } }
        return landlordId === from.landlordId ? [] : [{ updateMany: { filter: from, update } }]
      })
      if (moves.length > 0)
        await retryOnFailover(() => model.bulkWrite(moves, { throwOnValidationError: true }))
      return moves.length > 0
    },

    /** Reports an approved review of someone else. */
    report: (id: string, report: Report) => addReport({ _id: id, status: 'APPROVED' }, report),

    /** Adds a report to a reported review, the first of this user about this text. */
    reportAgain: (id: string, report: Report) => {
      const { userId, textFingerprint } = report
      const reports = { $not: { $elemMatch: { userId, textFingerprint } } }
      return addReport({ _id: id, status: 'REPORTED', reports }, report)
    },
  }
}

/** Matches reviews with this content. */
function sayingSame(read: ReadReview): QueryFilter<ReviewDocument> {
  const { reviewText, photos, overallRating, detailedRatings, bedrooms, price, signedMonth } = read
  const { location, maintenance, safety, conditions } = detailedRatings
  const content: EveryField<Omit<ReviewContent, 'detailedRatings'>> = {
    reviewText,
    photos,
    overallRating,
    bedrooms,
    price,
    signedMonth,
  }
  return {
    ...content,
    'detailedRatings.location': location,
    'detailedRatings.maintenance': maintenance,
    'detailedRatings.safety': safety,
    'detailedRatings.conditions': conditions,
  }
}

/** Matches a review after one change: by its outbox entry until that is delivered, then by its time. */
const leftBy = ({ id, change, changedAt }: { id: string; change: string; changedAt: Date }) => ({
  _id: id,
  $or: [{ 'outbox.change': change }, { changedAt }],
})
