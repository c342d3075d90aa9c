import { Binary } from 'bson'
import { authenticationFailed, NOBODY, ScramExchange } from '../auth/scram'
import { findUser } from '../auth/users'
import { CommandError, unsupported } from '../errors'
import { type Document, isDocument } from '../values/value'
import type { Command, CommandRequest } from './command'

const MECHANISM = 'SCRAM-SHA-256'
const CONVERSATION_ID = 1

function payloadOf(body: Document): string {
  const { payload } = body
  if (payload instanceof Binary) return Buffer.from(payload.value()).toString('utf8')
  throw new CommandError('FailedToParse', "'payload' must be binary data")
}

const replyOf = (text: string, done: boolean): Document => ({
  conversationId: CONVERSATION_ID,
  done,
  payload: new Binary(Buffer.from(text)),
})

function start({ connection, state }: CommandRequest, db: string, body: Document): Document {
  if (body['mechanism'] !== MECHANISM)
    throw new CommandError(
      'MechanismUnavailable',
      `Received authentication for mechanism ${String(body['mechanism'])} which is not enabled`,
    )
  const exchange = new ScramExchange(payloadOf(body))
  const credentials = findUser(state.store, db, exchange.userName)?.credentials ?? NOBODY
  const { options } = body
  const isShort = isDocument(options) && Boolean(options['skipEmptyExchange'])
  connection.conversation = { db, exchange, credentials, isShort, isVerified: false }
  return replyOf(exchange.challenge(credentials), false)
}

const saslStart: Command = (request) => start(request, request.database, request.body)

const saslContinue: Command = ({ connection, body }) => {
  const { conversation } = connection
  if (!conversation || Number(body['conversationId']) !== CONVERSATION_ID)
    throw new CommandError('ProtocolError', 'No SASL session state found')
  const { db, exchange, credentials, isShort, isVerified } = conversation
  if (isVerified) {
    connection.conversation = undefined
    return replyOf('', true)
  }
  connection.conversation = undefined
  const proof = exchange.verify(payloadOf(body), credentials)
  if (credentials === NOBODY) throw authenticationFailed()
  connection.principal = { db, user: exchange.userName }
  if (!isShort) connection.conversation = { ...conversation, isVerified: true }
  return replyOf(proof, isShort)
}

const logout: Command = ({ connection, database }) => {
  if (connection.principal?.db === database) connection.principal = undefined
  return {}
}

/** What a hello answers to a client that authenticates in the same round trip, or asks which mechanisms there are. */
export function authenticationInHello(request: CommandRequest): Document {
  const { speculativeAuthenticate, saslSupportedMechs } = request.body
  const reply: Document = {}
  if (typeof saslSupportedMechs === 'string') {
    const [, db = '', user = ''] = /^([^.]*)\.(.*)$/s.exec(saslSupportedMechs) ?? []
    if (findUser(request.state.store, db, user)) reply['saslSupportedMechs'] = [MECHANISM]
  }
  if (isDocument(speculativeAuthenticate) && 'saslStart' in speculativeAuthenticate) {
    try {
      const db = String(speculativeAuthenticate['db'] ?? request.database)
      reply['speculativeAuthenticate'] = start(request, db, speculativeAuthenticate)
    } catch (error) {
      // Left out, which makes the client begin anew with saslStart and fail there.
      if (!(error instanceof CommandError)) throw error
    }
  }
  return reply
}

const connectionStatus: Command = ({ connection, state }) => {
  const { principal } = connection
  const user = principal && findUser(state.store, principal.db, principal.user)
  return {
    authInfo: {
      authenticatedUsers: user ? [{ user: user.user, db: user.db }] : [],
      authenticatedUserRoles: user ? user.roles : [],
    },
  }
}

const authenticate: Command = () => {
  throw unsupported('authentication by X.509 certificates')
}

export const authenticationCommands: Record<string, Command> = {
  authenticate,
  connectionStatus,
  logout,
  saslContinue,
  saslStart,
}
