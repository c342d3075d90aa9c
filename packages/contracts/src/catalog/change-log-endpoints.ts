import { type Static, Type } from 'typebox'
import { auditFields, auditLog } from '../audit-log'
import { endpoint } from '../endpoint'
import { Id } from '../shapes'

/** An apartment or landlord that an administrator added or changed by hand. The log is append-only. */
export const CatalogChange = Type.Object({
  ...auditFields,
  kind: Type.Enum(['apartment', 'landlord']),
  subjectId: Id,
  name: Type.String({ description: 'After the change' }),
  action: Type.Enum(['added', 'changed']),
  fields: Type.Array(Type.String(), { description: 'Which of its fields have another value' }),
})
export type CatalogChange = Static<typeof CatalogChange>

export const getCatalogLog = endpoint('GET /api/admin/catalog-log', {
  ...auditLog(CatalogChange),
  summary:
    'A page of the changes that administrators made to apartments and landlords by hand, newest first, and the number of all. Imports are not included.',
})
