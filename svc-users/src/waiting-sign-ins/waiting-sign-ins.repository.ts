import { randomUUID } from 'node:crypto'
import { type SignInDecision } from '@offquad/contracts'
import { type Backlog, documentSchema, onDuplicateKey, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'
import { type Profile } from '../accounts/account'

/**
 * A sign-in with the address of an existing account, but another subject. Either the address was reassigned to another person,
 * or the person has a new Google account: only an administrator can tell which.
 */
export interface WaitingSignIn extends Pick<Profile, 'subject' | 'email' | 'displayName'> {
  id: string
  /** Id of the existing account. */
  userId: string
  requestedAt: Date
  status: 'waiting' | SignInDecision
  decision: Decision | null
}

export interface Decision {
  adminId: string
  decidedAt: Date
  /** The account's subject at the time of the decision: a late execution replaces no other subject. */
  replacedSubject: string
}

/** Kinds of mails to the owner of the address. */
export type SignInMail = 'requested' | SignInDecision

interface WaitingSignInDocument extends Omit<WaitingSignIn, 'id'> {
  _id: string
  /** The decision has been carried out and logged. */
  isFinished: boolean
  unsentMail: SignInMail | null
  /** Until then one process sends the mail; afterwards another one may retry. */
  mailClaimedUntil: Date
  expiresAt: Date
}

const decision = new Schema(
  { adminId: required.text, decidedAt: required.date, replacedSubject: required.text },
  { _id: false, strict: 'throw' },
)

const schema = documentSchema<WaitingSignInDocument>({
  _id: required.text,
  userId: required.text,
  subject: required.text,
  email: required.text,
  displayName: required.text,
  requestedAt: required.date,
  status: { ...required.text, enum: ['waiting', 'allowed', 'refused'] },
  decision: { type: decision, default: null },
  isFinished: required.flag,
  unsentMail: { type: String, default: null },
  mailClaimedUntil: required.date,
  expiresAt: { ...required.date, index: { expires: 0 } },
})

schema.index({ userId: 1, subject: 1 }, { unique: true })
// Read oldest first, ties by id.
schema.index({ status: 1, requestedAt: 1, _id: 1 })
schema.index({ isFinished: 1, status: 1 })
schema.index({ unsentMail: 1, mailClaimedUntil: 1 })

type Request = Pick<WaitingSignIn, 'userId' | 'subject' | 'email' | 'displayName'>

// Waiting sign-ins expire after this time and have to be repeated; refused sign-ins may be repeated then.
const LIFETIME_MS = 90 * 24 * 60 * 60_000
const CLAIM_MS = 60_000
const DECISIONS: SignInDecision[] = ['allowed', 'refused']
const MAILS: SignInMail[] = ['requested', ...DECISIONS]

export function createWaitingSignInsRepository(connection: Connection) {
  const model = connection.model('WaitingSignIn', schema, 'waiting_sign_ins')

  async function findOrAdd({ userId, subject, ...profile }: Request, now: Date) {
    return retryOnFailover(() =>
      model
        .findOneAndUpdate(
          { userId, subject },
          { $setOnInsert: { _id: randomUUID(), ...profile, ...asNew(now) } },
          { upsert: true, returnDocument: 'after' },
        )
        .orFail()
        .lean(),
    )
  }

  return {
    /** Stores a waiting sign-in; a repeated sign-in keeps waiting, or stays refused. */
    async request(request: Request, now: Date): Promise<WaitingSignIn> {
      const document = await onDuplicateKey(
        findOrAdd(request, now),
        // Another tab requested it concurrently.
        () => findOrAdd(request, now),
      )
      if (document.status !== 'allowed' || !document.isFinished) return fromDocument(document)
      // Allowed before, but the account has been assigned to another subject since.
      const restarted = await retryOnFailover(() =>
        model
          .findOneAndUpdate(
            { _id: document._id, status: 'allowed', isFinished: true },
            { $set: { ...asNew(now), decision: null } },
            { returnDocument: 'after' },
          )
          .lean(),
      )
      return fromDocument(restarted ?? document)
    },

    async find(id: string): Promise<WaitingSignIn | undefined> {
      const document = await model.findById(id).lean()
      return document ? fromDocument(document) : undefined
    },

    /** The waiting sign-ins after the given one, oldest first, ties by id. */
    async listWaiting(
      after: Pick<WaitingSignIn, 'id' | 'requestedAt'> | undefined,
      limit: number,
    ): Promise<{ waiting: WaitingSignIn[]; total: number }> {
      const newer = after && {
        // Bounds the index scan.
        requestedAt: { $gte: after.requestedAt },
        $or: [
          { requestedAt: { $gt: after.requestedAt } },
          { requestedAt: after.requestedAt, _id: { $gt: after.id } },
        ],
      }
      const [documents, total] = await Promise.all([
        model
          .find({ status: 'waiting', ...newer })
          .sort({ requestedAt: 1, _id: 1 })
          .limit(limit)
          .lean(),
        model.countDocuments({ status: 'waiting' }),
      ])
      return { waiting: documents.map(fromDocument), total }
    },

    /** Exactly one of concurrent decisions succeeds; false: already decided. */
    async decide(id: string, status: SignInDecision, decision: Decision): Promise<boolean> {
      const { matchedCount } = await retryOnFailover(() =>
        model.updateOne(
          { _id: id, status: 'waiting' },
          {
            $set: { status, decision, isFinished: false, unsentMail: status, mailClaimedUntil: new Date(0) },
          },
        ),
      )
      return matchedCount === 1
    },

    async listUnfinished(): Promise<WaitingSignIn[]> {
      const documents = await model.find({ isFinished: false, status: { $in: DECISIONS } }).lean()
      return documents.map(fromDocument)
    },

    async markFinished(id: string): Promise<void> {
      await retryOnFailover(() =>
        model.updateOne({ _id: id, status: { $in: DECISIONS } }, { $set: { isFinished: true } }),
      )
    },

    /** Claims a mail that is due by then, for a minute: no other process sends it meanwhile. */
    async claimMail(
      dueBy: Date,
      now: Date,
    ): Promise<{ waiting: WaitingSignIn; mail: SignInMail } | undefined> {
      const document = await model
        .findOneAndUpdate(
          { unsentMail: { $in: MAILS }, mailClaimedUntil: { $lte: dueBy } },
          { $set: { mailClaimedUntil: new Date(now.getTime() + CLAIM_MS) } },
          { returnDocument: 'after' },
        )
        .lean()
      return document?.unsentMail ? { waiting: fromDocument(document), mail: document.unsentMail } : undefined
    },

    async markMailSent(id: string, mail: SignInMail): Promise<void> {
      await model.updateOne({ _id: id, unsentMail: mail }, { $set: { unsentMail: null } })
    },

    /** The number of unsent mails, and the time of the oldest event that caused one. */
    async unsentMails(): Promise<Backlog> {
      const unsent = await model.find({ unsentMail: { $in: MAILS } }, { requestedAt: 1, decision: 1 }).lean()
      const causedAt = unsent.map(({ requestedAt, decision }) => decision?.decidedAt ?? requestedAt)
      return {
        entries: unsent.length,
        oldest: causedAt.toSorted((a, b) => Number(a) - Number(b))[0],
      }
    },

    /** Removes sign-ins that wait for an address the account no longer has: it may be another person's now. */
    removeOutdated: ({ id, email }: { id: string; email: string }) =>
      retryOnFailover(() => model.deleteMany({ userId: id, email: { $ne: email }, status: 'waiting' })),

    removeAllOf: (userId: string) => retryOnFailover(() => model.deleteMany({ userId })),
  }
}

const asNew = (now: Date) => ({
  requestedAt: now,
  status: 'waiting' as const,
  isFinished: false,
  unsentMail: 'requested' as const,
  mailClaimedUntil: new Date(0),
  expiresAt: new Date(now.getTime() + LIFETIME_MS),
})

function fromDocument(document: WaitingSignInDocument): WaitingSignIn {
  const { _id, userId, subject, email, displayName, requestedAt, status, decision } = document
  return { id: _id, userId, subject, email, displayName, requestedAt, status, decision }
}
