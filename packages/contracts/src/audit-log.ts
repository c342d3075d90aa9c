import { type TSchema, Type } from 'typebox'
import { Id, pageQuery, StrictObject, Timestamp } from './shapes'

/** Who did what an entry of a log of administrators' actions records, and when. */
export const auditFields = {
  id: Id,
  date: Timestamp,
  adminId: Id,
}

/** Which part of a log of administrators' actions is requested. */
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

/** What every call by which administrators read a log of their actions has in common. */
export const auditLog = <T extends TSchema>(entry: T) =>
  ({
    access: 'admin',
    query: StrictObject(auditQuery),
    reply: Type.Object({ entries: Type.Array(entry), total: Type.Integer() }),
  }) as const
