import { Binary } from 'bson'
import { authenticationFailed, ScramExchange } from '../auth/scram'
import { findUser } from '../auth/users'
import { CommandError, unsupported } from '../errors'
import { type Document, isDocument } from '../values/value'
import type { Command, CommandRequest } from './command'

const MECHANISM = 'SCRAM-SHA-256'
const CONVERSATION_ID = 1

function payloadOf({ payload }: Document): string {
  if (payload instanceof Binary) return Buffer.from(payload.value()).toString('utf8')
  throw unsupported('a payload that is not binary data')
}

const replyOf = (text: string, done: boolean): Document => ({
  conversationId: CONVERSATION_ID,
  done,
  payload: new Binary(Buffer.from(text)),
})

function start({ connection, state }: CommandRequest, db: string, body: Document): Document {
  const { mechanism, options } = body
  if (mechanism !== MECHANISM) throw unsupported(`authentication by ${String(mechanism)}`)
  if (!isDocument(options) || !options['skipEmptyExchange'])
    throw unsupported('an exchange with an empty end')
  const exchange = new ScramExchange(payloadOf(body))
  const credentials = findUser(state.store, db, exchange.userName)?.credentials
  if (!credentials) throw authenticationFailed()
  connection.conversation = { exchange, credentials }
  return replyOf(exchange.challenge(credentials), false)
}

const saslStart: Command = (request) => start(request, request.database, request.body)

const saslContinue: Command = ({ connection, body }) => {
  const { conversation } = connection
  connection.conversation = undefined
  if (!conversation) throw authenticationFailed()
  const { exchange, credentials } = conversation
  const proof = exchange.verify(payloadOf(body), credentials)
  connection.user = exchange.userName
  return replyOf(proof, true)
}

/** Part of the reply to hello for a client that authenticates in the same round trip, or asks for the mechanisms. */
export function authenticationInHello(request: CommandRequest): Document {
  const { speculativeAuthenticate, saslSupportedMechs } = request.body
  const reply: Document = typeof saslSupportedMechs === 'string' ? { saslSupportedMechs: [MECHANISM] } : {}
  if (!isDocument(speculativeAuthenticate)) return reply
  try {
    const db = String(speculativeAuthenticate['db'] ?? request.database)
    return { ...reply, speculativeAuthenticate: start(request, db, speculativeAuthenticate) }
  } catch (error) {
    // Left out, which makes the client begin anew with saslStart and fail there.
    if (error instanceof CommandError) return reply
    throw error
  }
}

/** Commands for connections without a user: to authenticate, and to learn what drivers need before. */
const OPEN_TO_ALL = new Set([
  'buildInfo',
  'endSessions',
  'hello',
  'ismaster',
  'ping',
  'saslContinue',
  'saslStart',
])

/** Throws `Unauthorized` where the server has users and the connection is none's. A user may do everything. */
export function authorize({ name, state, connection }: CommandRequest): void {
  if (!state.isAuthEnabled || connection.user !== undefined || OPEN_TO_ALL.has(name)) return
  throw new CommandError('Unauthorized', `Command ${name} requires authentication`)
}

export const authenticationCommands: Record<string, Command> = { saslContinue, saslStart }
