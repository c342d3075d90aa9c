import { REVIEWS_AFTER_DELETION } from '@offquad/contracts'
import { type Connection, Schema } from 'mongoose'
import { type AccountDeletion } from './account-deletion'

export interface AccountDeletionDocument extends Omit<AccountDeletion, 'userId' | 'isPublished'> {
  _id: string
  /** `isPublished` of the deletion. */
  isTold: boolean
}

const schema = new Schema<AccountDeletionDocument>(
  {
    _id: { type: String, required: true },
    reviews: { type: String, required: true, enum: REVIEWS_AFTER_DELETION },
    requestedAt: { type: Date, required: true },
    isTold: { type: Boolean, required: true },
  },
  { versionKey: false, strict: 'throw' },
)

export function accountDeletionModel(connection: Connection) {
  return connection.model('AccountDeletion', schema, 'account_deletions')
}
