import { randomUUID } from 'node:crypto'
import { type Decline, type ReviewStatus } from '@offquad/contracts'
import { isDuplicateKey } from '@offquad/service-kit'
import { type Connection, type QueryFilter, type UpdateQuery } from 'mongoose'
import { groupWrites } from './group-writes'
import { type ReviewDocument, reviewModel } from './review.model'
import { type CountedPlace, type Decision, type ReviewContent } from './stored-review'
import { fingerprintOf } from './text-fingerprint'

// Of the longest reviews some megabytes.
const MOST_AT_ONCE = 500

export type ReviewChangesRepository = ReturnType<typeof createReviewChangesRepository>

interface NewReview extends ReviewContent, CountedPlace {
  id: string
  userId: string
  date: Date
}

interface StatusChange {
  id: string
  /** It changes only if its status is one of these at that very moment. */
  from: readonly ReviewStatus[]
  to: ReviewStatus
  place: CountedPlace
  /** It changes only if it is theirs. */
  author?: string
  mailTo?: string
  decision?: Decision
  /** Why it is declined. */
  decline?: Decline | undefined
}

/**
 * The writes of the state machine. Each is one conditional update, so of two at once the first wins, and carries the
 * messages it calls for in the outbox of the document it changes. The answers say whether it happened.
 */
export function createReviewChangesRepository(connection: Connection) {
  const model = reviewModel(connection)

  const insert = groupWrites(
    // A document of its own class for each review takes longer than all the rest, and it has been validated.
    (documents: ReviewDocument[]) => model.insertMany(documents, { lean: true }),
    MOST_AT_ONCE,
  )

  async function update(filter: QueryFilter<ReviewDocument>, change: UpdateQuery<ReviewDocument>) {
    const { matchedCount } = await model.updateOne(filter, change, { runValidators: true })
    return matchedCount > 0
  }

  return {
    /** Stores a review that waits for approval; false where `mayExist` and one with its id is stored already. */
    async insert({ id, ...review }: NewReview, { mayExist = false } = {}): Promise<boolean> {
      const document: ReviewDocument = {
        ...review,
        _id: id,
        likes: 0,
        status: 'PENDING',
        reports: [],
        contentSource: 'author',
        textFingerprint: fingerprintOf(review.reviewText),
        flagsPending: true,
        changedAt: review.date,
        outbox: [],
      }
      if (!mayExist) {
        await insert(document)
        return true
      }
      try {
        // Alone: a duplicate would take the reviews it is stored with along.
        await model.insertMany([document], { lean: true })
        return true
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },

    /** Whether there was such a review of this author in one of these statuses. */
    async edit(
      { id, author, from, place }: Required<Pick<StatusChange, 'id' | 'author' | 'from' | 'place'>>,
      content: ReviewContent,
    ): Promise<boolean> {
      return update(
        { _id: id, userId: author, status: { $in: [...from] } },
        {
          $set: {
            ...content,
            textFingerprint: fingerprintOf(content.reviewText),
            status: 'PENDING',
            contentSource: 'author',
            flagsPending: true,
            changedAt: new Date(),
          },
          $unset: { decline: 1 },
          $push: { outbox: { change: randomUUID(), ...place } },
        },
      )
    },

    async changeStatus({
      id,
      author,
      from,
      to,
      place,
      mailTo,
      decision,
      decline,
    }: StatusChange): Promise<boolean> {
      const entry = {
        change: randomUUID(),
        ...place,
        ...(mailTo && { mailTo }),
        ...(decision && { decision }),
        ...(decline && { decline }),
      }
      return update(
        { _id: id, status: { $in: [...from] }, ...(author !== undefined && { userId: author }) },
        {
          $set: { status: to, changedAt: new Date(), ...(decline && { decline }) },
          ...(!decline && { $unset: { decline: 1 } }),
          $push: { outbox: entry },
        },
      )
    },
  }
}
