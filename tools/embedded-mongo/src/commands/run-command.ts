import { CommandError, unsupported } from '../errors'
import { ChangeSet, sizeWithinLimit } from '../storage/change-set'
import type { Document } from '../values/value'
import { aggregate } from './aggregate'
import { authenticationCommands, authorize } from './authentication'
import { collectionCommands } from './collections'
import type { Command, CommandRequest, Connection, ServerState } from './command'
import { findAndModify } from './find-and-modify'
import { handshakeCommands } from './handshake'
import { indexCommands } from './indexes'
import { queryCommands } from './queries'
import { runRetryable } from './retryable-writes'
import { userCommands } from './users'
import { writeCommands } from './writes'

const commands: Record<string, Command> = {
  ...authenticationCommands,
  ...collectionCommands,
  ...handshakeCommands,
  ...indexCommands,
  ...queryCommands,
  ...userCommands,
  ...writeCommands,
  aggregate,
  findAndModify,
}

/** The reply for an error: MongoDB's code for a CommandError, `InternalError` for any other. */
export function errorReply(error: unknown): Document {
  if (error instanceof CommandError)
    return { ok: 0, errmsg: error.message, code: error.code, codeName: error.codeName, ...error.details }
  return errorReply(new CommandError('InternalError', `embedded-mongo failed: ${String(error)}`))
}

function runNow(request: CommandRequest): Document {
  const { name, changes } = request
  try {
    const run = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!run) throw unsupported(`the command '${name}'`)
    authorize(request)
    const reply = runRetryable(request, run)
    // Batches of a cursor are cut to size when they are taken.
    if (!('cursor' in reply)) sizeWithinLimit(reply)
    return reply
  } catch (error) {
    changes.undo()
    throw error
  }
}

/**
 * Runs one command and answers when its changes are durable. Never rejects: errors become replies with `ok: 0`.
 * Nothing else runs between the start of a command and the last of its changes in memory.
 */
export async function runCommand(
  state: ServerState,
  body: Document,
  connection: Connection,
): Promise<Document> {
  const changes = new ChangeSet(state.store)
  const name = Object.keys(body)[0] ?? ''
  const database = String(body['$db'] ?? '')
  try {
    const reply = runNow({ name, database, body, connection, state, changes })
    await changes.commit()
    return { ok: 1, ...reply }
  } catch (error) {
    return errorReply(error)
  }
}
