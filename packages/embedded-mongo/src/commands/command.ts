import type { ChangeSet } from '../storage/change-set'
import type { Store } from '../storage/store'
import type { Document } from '../values/value'
import type { Cursors } from './cursors'

/** What lives as long as the server. */
export interface ServerState {
  readonly store: Store
  readonly cursors: Cursors
  readonly startedAt: Date
}

/** One command as a client sent it; document sequences of the message are fields of the body. */
export interface CommandRequest {
  readonly name: string
  readonly database: string
  readonly body: Document
  readonly connectionId: number
  readonly state: ServerState
  readonly changes: ChangeSet
}

/** Runs to its end without giving way, which is what makes every command atomic. Throws `CommandError`. */
export type Command = (request: CommandRequest) => Document
