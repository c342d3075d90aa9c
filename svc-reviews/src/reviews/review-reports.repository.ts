import { retryOnFailover } from '@offquad/service-kit'
import { type Connection, type QueryFilter } from 'mongoose'
import { type ReviewDocument, reviewModel } from './review.model'
import { type StoredReview } from './stored-review'

export type ReviewReportsRepository = ReturnType<typeof createReviewReportsRepository>

/** A reported review stays visible, so nothing is counted again. The answers say whether there was one to report. */
export function createReviewReportsRepository(connection: Connection) {
  const model = reviewModel(connection)
  type Report = StoredReview['reports'][number]

  async function add(filter: QueryFilter<ReviewDocument>, report: Report): Promise<boolean> {
    const isOfAnother = { userId: { $ne: report.userId } }
    const isStored = {
      _id: filter._id,
      reports: { $elemMatch: { userId: report.userId, date: report.date } },
    }
    return retryOnFailover(async (isRepeated) => {
      if (isRepeated && (await model.exists(isStored))) return true
      const { matchedCount } = await model.updateOne(
        { ...filter, ...isOfAnother },
        {
          $set: { status: 'REPORTED', flagsPending: true, changedAt: new Date() },
          $push: { reports: report },
        },
      )
      return matchedCount > 0
    })
  }

  return {
    /** Reports an approved review of somebody else. */
    report: (id: string, report: Report) => add({ _id: id, status: 'APPROVED' }, report),

    /** Adds what one more user says about a reported review. */
    reportAgain: (id: string, report: Report) =>
      add({ _id: id, status: 'REPORTED', 'reports.userId': { $ne: report.userId } }, report),
  }
}
