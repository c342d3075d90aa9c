import { Binary } from 'bson'
import { CommandError, unsupported } from '../errors'
import { decodeStored, encodeDocument } from '../values/bson'
import { type Document, isDocument } from '../values/value'
import { keyOf } from '../values/value-key'
import type { Command, CommandRequest } from './command'

/** The last retryable write of each session, as in MongoDB; written with the write itself, in one frame of the journal. */
const NAMESPACE = 'config.transactions'
/** logicalSessionTimeoutMinutes: a session that is older than that is not retried any more. */
const SESSION_SECONDS = 30 * 60
const RETRYABLE = new Set(['insert', 'update', 'delete', 'findAndModify'])

/**
 * Runs a write once, however often a client sends it under the same number of its session: a repetition gets the
 * recorded reply. Commands without a number, and on a standalone server all of them, run as they are.
 * @see https://www.mongodb.com/docs/manual/core/retryable-writes/
 * @throws CommandError for a number that is older than the session's last, and for transactions
 */
export function runRetryable(request: CommandRequest, run: Command): Document {
  const { body, changes, state } = request
  const { txnNumber, ...rest } = body
  if (txnNumber === undefined || !state.replicaSet) return run(request)
  if ('autocommit' in body || 'startTransaction' in body) throw unsupported('transactions')
  requireSingle(request)
  const sessions = changes.ensureCollection(NAMESPACE)
  if (!sessions.indexes.has('expiry'))
    changes.createIndex(sessions, {
      name: 'expiry',
      key: { lastWriteDate: 1 },
      expireAfterSeconds: SESSION_SECONDS,
    })
  const session = sessionOf(request)
  const number = Number(txnNumber)
  const last = sessions.documents.get(keyOf(session))
  const lastNumber = Number(last?.['txnNum'] ?? -1)
  if (last && lastNumber === number) return recordedReply(last)
  if (lastNumber > number)
    throw new CommandError(
      'TransactionTooOld',
      `Retryable write with txnNumber ${number} is prohibited because a newer one with txnNumber ${lastNumber} has already started on this session.`,
    )
  const reply = run({ ...request, body: rest })
  changes.replace(sessions, {
    _id: session,
    txnNum: number,
    reply: new Binary(encodeDocument(reply)),
    lastWriteDate: new Date(),
  })
  return reply
}

function recordedReply({ reply }: Document): Document {
  if (!(reply instanceof Binary)) throw new Error('a recorded reply is binary data')
  return decodeStored(reply.value())
}

function sessionOf({ body, connection }: CommandRequest): string {
  const { lsid } = body
  const id = isDocument(lsid) ? lsid['id'] : undefined
  if (!(id instanceof Binary))
    throw new CommandError('InvalidOptions', 'Transaction number requires a session ID to also be specified')
  return `${connection.principal?.user ?? ''}/${Buffer.from(id.value()).toString('hex')}`
}

/** Statements that touch many documents cannot be repeated, so drivers send no number with them. */
function requireSingle({ name, body }: CommandRequest): void {
  const statements = [body['updates'], body['deletes']].flatMap((list) => (Array.isArray(list) ? list : []))
  const isMulti = statements.filter(isDocument).some(({ multi, limit }) => Boolean(multi) || limit === 0)
  if (!RETRYABLE.has(name) || isMulti)
    throw new CommandError('InvalidOptions', 'Cannot use retryable writes with multi=true or limit=0')
}
