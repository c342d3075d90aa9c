import { Binary } from 'bson'
import { CommandError, unsupported } from '../errors'
import { decodeDocument, encodeDocument } from '../values/bson'
import { type Document, isDocument } from '../values/value'
import { keyOf } from '../values/value-key'
import type { Command, CommandRequest } from './command'

/** The last retryable write of each session, as in MongoDB; written with the write itself, in one line of the journal. */
const NAMESPACE = 'config.transactions'
/** logicalSessionTimeoutMinutes: a session that is older than that is not retried any more. */
const EXPIRY = { name: 'expiry', key: { lastWriteDate: 1 }, expireAfterSeconds: 30 * 60 }

/**
 * Runs a write once, however often a client sends it under the same number of its session: a repetition gets the
 * recorded reply. Commands without a number run as they are.
 * @see https://www.mongodb.com/docs/manual/core/retryable-writes/
 * @throws CommandError for a number that is older than the session's last, and for transactions
 */
export function runRetryable(request: CommandRequest, run: Command): Document {
  const { body, changes, state } = request
  const { txnNumber, ...rest } = body
  if (txnNumber === undefined) return run(request)
  if ('autocommit' in body || 'startTransaction' in body) throw unsupported('transactions')
  if (!state.replicaSet) throw unsupported('retryable writes on a standalone server')
  const sessions = changes.ensureCollection(NAMESPACE)
  if (!sessions.indexes.has(EXPIRY.name)) changes.createIndex(sessions, EXPIRY)
  const session = sessionOf(request)
  const number = Number(txnNumber)
  const last = sessions.records.get(keyOf(session))?.document
  const lastNumber = Number(last?.['txnNum'] ?? -1)
  if (last && lastNumber === number) return recordedReply(last)
  if (lastNumber > number)
    throw new CommandError(
      'TransactionTooOld',
      `Retryable write with txnNumber ${number} is prohibited because a newer one with txnNumber ${lastNumber} has already started on this session.`,
    )
  const reply = run({ ...request, body: rest })
  changes.put(sessions, {
    _id: session,
    txnNum: number,
    reply: new Binary(encodeDocument(reply)),
    lastWriteDate: new Date(),
  })
  return reply
}

function recordedReply({ reply }: Document): Document {
  if (!(reply instanceof Binary)) throw new Error('a recorded reply is binary data')
  return decodeDocument(reply.value(), { isStored: true })
}

function sessionOf({ body, connection }: CommandRequest): string {
  const { lsid } = body
  const id = isDocument(lsid) ? lsid['id'] : undefined
  if (!(id instanceof Binary)) throw unsupported('a retryable write without a session')
  return `${connection.user ?? ''}/${Buffer.from(id.value()).toString('hex')}`
}
