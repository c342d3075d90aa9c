import { ROLES } from '@offquad/contracts'
import { type Connection, Schema } from 'mongoose'
import { type AddressRole, type RoleChange } from './role-change'

/** The one document through which all role changes go. */
export interface RoleChangesDocument {
  _id: string
  /** Of the last change that was decided. */
  revision: number
  /** The last change, until all of it has been carried out. */
  pending: RoleChange | null
}

const text = { type: String, required: true }
const date = { type: Date, required: true }
const role = { ...text, enum: ROLES }

const roleChangesSchema = new Schema<RoleChangesDocument>(
  {
    _id: text,
    revision: { type: Number, required: true },
    pending: {
      type: new Schema<RoleChange>(
        {
          id: text,
          revision: { type: Number, required: true },
          kind: text,
          date,
          by: text,
          email: text,
          userId: { type: String, default: null },
          before: role,
          role,
        },
        { _id: false, id: false },
      ),
      default: null,
    },
  },
  { versionKey: false, strict: 'throw' },
)

export function roleChangesModel(connection: Connection) {
  return connection.model('RoleChanges', roleChangesSchema, 'role_changes')
}

export interface AddressRoleDocument extends Omit<AddressRole, 'email'> {
  _id: string
  revision: number
  /** Of a role that was taken back or went to an account: what is kept until then outvotes a change that is applied late. */
  expiresAt: Date | null
}

const addressRoleSchema = new Schema<AddressRoleDocument>(
  {
    _id: text,
    role,
    decidedAt: date,
    by: text,
    revision: { type: Number, required: true },
    expiresAt: { type: Date, default: null, index: { expires: 0 } },
  },
  { versionKey: false, strict: 'throw' },
)

export function addressRoleModel(connection: Connection) {
  return connection.model('AddressRole', addressRoleSchema, 'address_roles')
}
