import type { ScramCredentials, ScramExchange } from '../auth/scram'
import type { ChangeSet } from '../storage/change-set'
import type { Store } from '../storage/store'
import type { Document } from '../values/value'
import type { Cursors } from './cursors'

/** State that lives as long as the server. */
export interface ServerState {
  readonly store: Store
  readonly cursors: Cursors
  /** Whether commands need a user. */
  readonly isAuthEnabled: boolean
  /** The set this server is the only member of; absent: it is a standalone one. */
  readonly replicaSet: { readonly name: string; readonly host: string } | undefined
}

/** One client's connection, and who authenticated on it. */
export interface Connection {
  readonly id: number
  user?: string
  /** An authentication that has begun. */
  conversation?: { exchange: ScramExchange; credentials: ScramCredentials } | undefined
}

/** One command as a client sent it; document sequences of the message are fields of the body. */
export interface CommandRequest {
  readonly name: string
  readonly database: string
  readonly body: Document
  readonly connection: Connection
  readonly state: ServerState
  readonly changes: ChangeSet
}

/** Runs to its end without giving way, which is what makes every command atomic. Throws `CommandError`. */
export type Command = (request: CommandRequest) => Document
