import { runWithin } from '../deadline'
import { CommandError, unsupported } from '../errors'
import { commandsOfMongoDB } from '../mongodb-names'
import { authorize } from '../auth/authorize'
import { Interruption } from '../like-production'
import { ChangeSet } from '../storage/change-set'
import { sizeWithinLimit } from '../storage/document-size'
import type { Document } from '../values/value'
import { aggregate } from './aggregate'
import { authenticationCommands } from './authentication'
import { collectionCommands } from './collections'
import { awaitChanges } from './change-streams'
import type { Command, CommandRequest, Connection, ServerState } from './command'
import { deleteCommand } from './delete'
import { createExplain } from './explain'
import { findAndModify } from './find-and-modify'
import { handshakeCommands } from './handshake'
import { indexCommands } from './indexes'
import { insert } from './insert'
import { queryCommands } from './queries'
import { maxTimeOf } from './read-fields'
import { runRetryable } from './retryable-writes'
import { runAtSnapshot } from './snapshot-reads'
import { update } from './update'
import { userCommands } from './users'

const explainable: Record<string, Command> = {
  aggregate,
  count: queryCommands.count,
  delete: deleteCommand,
  distinct: queryCommands.distinct,
  find: queryCommands.find,
  findAndModify,
  update,
}

const commands: Record<string, Command> = {
  ...authenticationCommands,
  ...collectionCommands,
  ...handshakeCommands,
  ...indexCommands,
  ...queryCommands,
  ...userCommands,
  ...explainable,
  explain: createExplain(explainable),
  insert,
}

/** What a client is told about an error: MongoDB's code for our own, `InternalError` for any other. */
export function errorReply(error: unknown): Document {
  if (error instanceof CommandError) {
    return { ok: 0, errmsg: error.message, code: error.code, codeName: error.codeName, ...error.details }
  }
  return errorReply(new CommandError('InternalError', `embedded-mongo failed: ${String(error)}`))
}

function findCommand(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return command
  if (commandsOfMongoDB.has(name)) throw unsupported(`the command '${name}'`)
  throw new CommandError('CommandNotFound', `no such command: '${name}'`)
}

function runNow(request: CommandRequest): Document {
  try {
    const run = findCommand(request.name)
    authorize(request)
    const reply = runWithin(maxTimeOf(request), () =>
      runAtSnapshot(request, (read) => runRetryable(read, run)),
    )
    // Batches of a cursor are cut to size when they are taken.
    if (!('cursor' in reply)) sizeWithinLimit(reply)
    return reply
  } catch (error) {
    // What an interrupted command did until then stays, as it does in production.
    if (error instanceof Interruption) return errorReply(error.reason)
    request.changes.undo()
    throw error
  }
}

export interface IncomingCommand {
  body: Document
  connection: Connection
}

/**
 * Runs one command and answers when its changes are durable. Never rejects: errors become replies with `ok: 0`.
 * Nothing else runs between the start of a command and the last of its changes in memory.
 */
export async function runCommand(
  state: ServerState,
  { body, connection }: IncomingCommand,
): Promise<Document> {
  const changes = new ChangeSet(state.store)
  const name = Object.keys(body)[0] ?? ''
  const database = String(body['$db'] ?? '')
  try {
    await awaitChanges(state, body)
    const reply = runNow({ name, database, body, connection, state, changes })
    state.changeStreams.publish(changes.documentChanges, () => state.snapshots.tick())
    await changes.commit()
    await state.likeProduction?.settle(changes)
    return { ok: 1, ...reply }
  } catch (error) {
    return errorReply(error)
  }
}
