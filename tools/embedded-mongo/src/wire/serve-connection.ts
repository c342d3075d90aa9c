import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Connection, ServerState } from '../commands/command'
import { errorReply, runCommand } from '../commands/run-command'
import { MessageSplitter } from './message-splitter'
import { encodeReply, parse } from './messages'

interface ServedConnection {
  connection: Connection
  socket: Socket
  state: ServerState
}

async function answer({ connection, socket, state }: ServedConnection, bytes: Buffer): Promise<void> {
  const message = parse(bytes)
  const { body, refusal } = message
  const reply = refusal ? errorReply(refusal) : await runCommand(state, body, connection)
  if (!message.wantsReply || socket.destroyed) return
  // A client that does not read its replies must not make them pile up here.
  if (!socket.write(encodeReply(message, reply)))
    await Promise.race([once(socket, 'drain'), once(socket, 'close')])
}

/**
 * Answers the messages of one connection in order, until the client leaves or sends something that is not the
 * protocol. Never rejects; reading waits while a command runs.
 */
export async function serveConnection(served: ServedConnection): Promise<void> {
  const { socket } = served
  const splitter = new MessageSplitter()
  socket.setNoDelay(true)
  try {
    for await (const chunk of socket) {
      for (const message of splitter.push(chunk as Buffer)) await answer(served, message)
    }
  } catch {
    // A broken connection or broken bytes concern this client only: there is nobody left to tell.
  } finally {
    socket.destroy()
  }
}
