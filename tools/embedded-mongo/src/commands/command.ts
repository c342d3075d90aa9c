import type { ChangeSet } from '../storage/change-set'
import type { FindTrace } from '../storage/find-documents'
import type { Store } from '../storage/store'
import type { Document } from '../values/value'
import type { ScramCredentials, ScramExchange } from '../auth/scram'
import type { ChangeStreams } from '../storage/change-streams'
import type { Snapshots } from '../storage/snapshots'
import type { LikeProduction } from '../like-production'
import type { Cursors } from './cursors'

/** What lives as long as the server. */
export interface ServerState {
  readonly store: Store
  readonly cursors: Cursors
  readonly startedAt: Date
  /** Whether commands need a user with a role that allows them. */
  readonly isAuthEnabled: boolean
  /** The set this server is the only member of; absent: it is a standalone one. */
  readonly replicaSet?: { readonly name: string; readonly host: string } | undefined
  readonly changeStreams: ChangeStreams
  readonly snapshots: Snapshots
  /** Present where the server is to be as unkind as production is. */
  readonly likeProduction?: LikeProduction | undefined
}

/** One client's connection, and who authenticated on it. */
export interface Connection {
  readonly id: number
  principal?: { db: string; user: string } | undefined
  conversation?: Conversation | undefined
}

interface Conversation {
  db: string
  exchange: ScramExchange
  credentials: ScramCredentials
  /** Without the empty last exchange, which newer clients leave out. */
  isShort: boolean
  isVerified: boolean
}

/** One command as a client sent it; document sequences of the message are fields of the body. */
export interface CommandRequest {
  readonly name: string
  readonly database: string
  readonly body: Document
  readonly connection: Connection
  readonly state: ServerState
  readonly changes: ChangeSet
  /** Receives how documents were found; present while a command is explained. */
  readonly trace?: FindTrace[]
}

/** Runs to its end without giving way, which is what makes every command atomic. Throws `CommandError`. */
export type Command = (request: CommandRequest) => Document
