import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint'
import { Id } from '../shapes'

export const Administrator = Type.Object({ id: Id, displayName: Type.String() })
export type Administrator = Static<typeof Administrator>

export const getAdministrators = endpoint({
  method: 'GET',
  path: '/api/admin/administrators',
  summary: 'Who administrators are, by name, so that a log of ids can be read.',
  access: 'admin',
  reply: Type.Array(Administrator),
})
