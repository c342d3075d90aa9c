import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint'
import { auditQuery, Id, Timestamp } from '../shapes'

/** An apartment or landlord that an administrator added or changed by hand; the log of them is only ever added to. */
export const CatalogChange = Type.Object({
  id: Id,
  date: Timestamp,
  adminId: Id,
  kind: Type.Enum(['apartment', 'landlord']),
  subjectId: Id,
  name: Type.String({ description: 'After the change' }),
  action: Type.Enum(['added', 'changed']),
  fields: Type.Array(Type.String(), { description: 'Which of its fields have another value' }),
})
export type CatalogChange = Static<typeof CatalogChange>

export const getCatalogLog = endpoint({
  method: 'GET',
  path: '/api/admin/catalog-log',
  summary:
    'A page of the changes that administrators made to apartments and landlords by hand, newest first, and the number of all. Imports are not included.',
  access: 'admin',
  query: Type.Object({ ...auditQuery }, { additionalProperties: false }),
  reply: Type.Object({ entries: Type.Array(CatalogChange), total: Type.Integer() }),
})
