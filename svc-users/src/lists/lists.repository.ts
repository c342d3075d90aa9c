import { isDeepStrictEqual } from 'node:util'
import { type Invite, LIST_VOTES, type ListVote } from '@offquad/contracts'
import { documentSchema, onDuplicateKey, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

export interface StoredMember {
  /** Id within the list, visible to the other members. */
  id: string
  userId: string
  name: string
  showsMinutes: boolean
}

export interface StoredPlace {
  /** Id of the apartment. */
  id: string
  note: string
  position: string
  opinions: { memberId: string; vote?: ListVote; comment?: string }[]
}

/** A list with all opinions of its members, in one document, so that its limits hold without a race. */
export interface StoredList {
  id: string
  name: string
  /** The first is the owner; a list without members is deleted. */
  members: StoredMember[]
  places: StoredPlace[]
  invite?: { token: string; allows: Invite }
  version: number
}

interface ListDocument extends Omit<StoredList, 'id'> {
  _id: string
}

const schema = documentSchema<ListDocument>({
  _id: required.text,
  name: required.text,
  members: [
    {
      _id: false,
      id: required.text,
      userId: required.text,
      name: required.text,
      showsMinutes: required.flag,
    },
  ],
  places: [
    {
      _id: false,
      id: required.text,
      note: { type: String, default: '' },
      position: required.text,
      opinions: [
        {
          _id: false,
          memberId: required.text,
          vote: { type: String, enum: LIST_VOTES },
          comment: String,
        },
      ],
    },
  ],
  invite: { type: { _id: false, token: required.text, allows: required.text }, default: undefined },
  version: required.number,
})
schema.index({ 'members.userId': 1 })
schema.index({ 'invite.token': 1 }, { unique: true, sparse: true })

/** Returns the changed list. Called again if another write came first, and after a failover. */
export type ListChange = (list: StoredList) => StoredList

export type ListsRepository = ReturnType<typeof createListsRepository>

export function createListsRepository(connection: Connection) {
  const model = connection.model('List', schema, 'lists')

  async function find(id: string): Promise<StoredList | undefined> {
    const document = await model.findById(id).lean()
    return document ? fromDocument(document) : undefined
  }

  /** @returns false if another write came first */
  async function replace({ id, version, ...content }: StoredList): Promise<boolean> {
    const previous = { _id: id, version: version - 1 }
    if (content.members.length === 0) return (await model.deleteOne(previous)).deletedCount === 1
    return (await model.replaceOne(previous, { ...content, version })).matchedCount === 1
  }

  async function listOf(userId: string): Promise<StoredList[]> {
    return (await model.find({ 'members.userId': userId }).lean()).map(fromDocument)
  }

  return {
    find,

    listOf,

    countOf: (userId: string): Promise<number> => model.countDocuments({ 'members.userId': userId }),

    async findByToken(token: string): Promise<StoredList | undefined> {
      const document = await model.findOne({ 'invite.token': token }).lean()
      return document ? fromDocument(document) : undefined
    },

    /** A list with the same id stays as it is. */
    async add({ id, ...list }: StoredList): Promise<void> {
      const adding = retryOnFailover(() => model.create({ _id: id, ...list }))
      await onDuplicateKey(adding, () => undefined)
    },

    /** @returns the changed list; undefined if it does not exist or the change deleted it */
    change(id: string, change: ListChange): Promise<StoredList | undefined> {
      let attempted: StoredList | undefined
      return retryOnFailover(async () => {
        for (;;) {
          const list = await find(id)
          // An attempt whose reply was lost stored it.
          if (attempted && isDeepStrictEqual(list ?? [], list ? attempted : attempted.members))
            return attempted
          if (!list) return undefined
          const changed = change(list)
          if (isDeepStrictEqual(changed, list)) return list
          attempted = { ...changed, version: list.version + 1 }
          if (await replace(attempted)) return attempted
        }
      })
    },
  }
}

function fromDocument({ _id, name, members, places, invite, version }: ListDocument): StoredList {
  return { id: _id, name, members, places, ...(invite && { invite }), version }
}
