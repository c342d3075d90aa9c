import { type TSchema, Type } from 'typebox'
import { Id, pageQuery, StrictObject, Timestamp } from './shapes'

/** Fields of every entry in a log of administrators' actions. */
export const auditFields = {
  id: Id,
  date: Timestamp,
  adminId: Id,
}

/** Query of calls that read a log of administrators' actions. */
export const auditQuery = {
  adminId: Type.Optional(Id),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Id of an entry: those that are older, whatever was added since',
    }),
  ),
  size: pageQuery.size,
}

/** Common parts of the calls that read a log of administrators' actions. */
export const auditLog = <T extends TSchema>(entry: T) =>
  ({
    access: 'admin',
    query: StrictObject(auditQuery),
    reply: Type.Object({ entries: Type.Array(entry), total: Type.Integer() }),
  }) as const
