import { CommandError, unsupported } from '../errors'
import { type Document, fieldsOf, isDocument, isNumber, toNumber, typeNameOf } from '../values/value'

const readCommands = new Set(['aggregate', 'count', 'distinct', 'find'])
const writeCommands = new Set([
  'create',
  'createIndexes',
  'createUser',
  'delete',
  'drop',
  'dropDatabase',
  'dropIndexes',
  'dropUser',
  'findAndModify',
  'insert',
  'update',
  'updateUser',
])

const readLevels = ['local', 'available', 'majority', 'linearizable', 'snapshot']
const readConcernFields = ['level', 'afterClusterTime', 'provenance']
const writeConcernFields = ['w', 'j', 'fsync', 'wtimeout', 'provenance']

function requireDocument(value: unknown, name: string): Document {
  if (isDocument(value)) return value
  throw new CommandError(
    'TypeMismatch',
    `BSON field '${name}' is the wrong type '${typeNameOf(value)}', expected type 'object'`,
  )
}

function checkReadConcern(command: string, value: unknown, isReplicaSet: boolean): void {
  const concern = requireDocument(value, 'readConcern')
  const other = fieldsOf(concern).find(([name]) => !readConcernFields.includes(name))
  if (other) {
    throw new CommandError('IDLUnknownField', `BSON field 'readConcern.${other[0]}' is an unknown field.`)
  }
  const level = concern['level'] ?? 'local'
  if (typeof level !== 'string' || !readLevels.includes(level)) {
    throw new CommandError(
      typeof level === 'string' ? 'BadValue' : 'TypeMismatch',
      `Enumeration value '${String(level)}' for field 'readConcern.level' is not a valid value.`,
    )
  }
  if (!isReplicaSet && (level === 'linearizable' || level === 'snapshot')) {
    throw new CommandError(
      'NotAReplicaSet',
      `node needs to be a replica set member to use readConcern: ${level}`,
    )
  }
  if (level !== 'local' && !readCommands.has(command)) {
    throw new CommandError('InvalidOptions', `Command ${command} does not support read concern ${level}`)
  }
}

function checkAcknowledgements(w: unknown, isReplicaSet: boolean): void {
  if (typeof w === 'string') {
    if (w === 'majority') return
    if (isReplicaSet) throw unsupported(`the write concern mode '${w}'`)
    throw new CommandError(
      'BadValue',
      `cannot use non-majority 'w' mode "${w}" when a host is not a member of a replica set`,
    )
  }
  if (!isNumber(w)) {
    throw new CommandError('FailedToParse', 'w has to be a number, string, or object')
  }
  const nodes = toNumber(w)
  if (nodes < 0 || nodes > 50 || !Number.isInteger(nodes)) {
    throw new CommandError(
      'FailedToParse',
      `w has to be a non-negative number and not greater than 50; found: ${nodes}`,
    )
  }
  if (nodes > 1 && isReplicaSet) throw unsupported('a write concern of more than one member')
  if (nodes > 1) throw new CommandError('BadValue', "cannot use 'w' > 1 when a host is not replicated")
}

function checkWriteConcern(command: string, value: unknown, isReplicaSet: boolean): void {
  const concern = requireDocument(value, 'writeConcern')
  if (!writeCommands.has(command)) {
    throw new CommandError('InvalidOptions', `Command ${command} does not support writeConcern`)
  }
  for (const [name, option] of fieldsOf(concern)) {
    if (!writeConcernFields.includes(name)) {
      throw new CommandError('FailedToParse', `unrecognized write concern field: ${name}`)
    }
    if (name === 'w') checkAcknowledgements(option, isReplicaSet)
    else if (name === 'wtimeout' && !isNumber(option)) {
      throw new CommandError('TypeMismatch', `BSON field 'writeConcern.wtimeout' is the wrong type`)
    } else if ((name === 'j' || name === 'fsync') && typeof option !== 'boolean' && !isNumber(option)) {
      throw new CommandError('TypeMismatch', `BSON field 'writeConcern.${name}' is the wrong type`)
    }
  }
}

/**
 * Checks the read and the write concern of a command: every one that a single server can honor holds anyway, since a
 * write is acknowledged when it is on disk.
 * @see https://www.mongodb.com/docs/manual/reference/read-concern/
 * @see https://www.mongodb.com/docs/manual/reference/write-concern/
 */
export function checkConcerns(command: string, body: Document, isReplicaSet: boolean): void {
  const { readConcern, writeConcern } = body
  if (readConcern !== undefined) checkReadConcern(command, readConcern, isReplicaSet)
  if (writeConcern !== undefined) checkWriteConcern(command, writeConcern, isReplicaSet)
}
