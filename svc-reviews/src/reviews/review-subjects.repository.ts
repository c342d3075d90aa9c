import { type PayloadOf, type updateReviewSubjects } from '@offquad/contracts'
import { documentSchema, required, retryOnFailover, upsertNewer } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

interface ReviewSubjectDocument {
  /** 'apartment/<id>' or 'landlord/<id>'. */
  _id: string
  /** The landlord of an apartment. */
  landlordId: string | null
  name: string
  version: number
}

interface SubjectSnapshotDocument {
  /** 'complete' for the newest complete snapshot, otherwise the version of a snapshot that is arriving in parts. */
  _id: string
  version: number
  receivedParts: number[]
}

const subjectSchema = documentSchema<ReviewSubjectDocument>({
  _id: required.text,
  landlordId: { type: String, default: null },
  name: required.text,
  version: required.number,
})
subjectSchema.index({ version: 1 })

const snapshotSchema = documentSchema<SubjectSnapshotDocument>({
  _id: required.text,
  version: required.number,
  receivedParts: [Number],
})

export type SubjectsMessage = PayloadOf<typeof updateReviewSubjects>
export type ReviewSubjectsRepository = ReturnType<typeof createReviewSubjectsRepository>

const COMPLETE = 'complete'
const apartmentKey = (id: string) => `apartment/${id}`
const landlordKey = (id: string) => `landlord/${id}`

/** A copy of svc-catalog's apartments and landlords, with names and the landlord of each apartment. */
export function createReviewSubjectsRepository(connection: Connection) {
  const subjects = connection.model('ReviewSubject', subjectSchema, 'reviewSubjects')
  const snapshots = connection.model('SubjectSnapshot', snapshotSchema, 'subjectSnapshots')
  let isKnownComplete = false

  async function completeVersion(): Promise<number> {
    return (await snapshots.findById(COMPLETE, { version: 1 }).lean())?.version ?? 0
  }

  async function saveIfNewer(message: SubjectsMessage): Promise<void> {
    const { version } = message
    await upsertNewer(
      subjects,
      entriesOf(message).map((entry) => ({ ...entry, version })),
    )
  }

  /** Removes subjects that no part of a complete snapshot contains, unless newer messages have stored them. */
  async function recordPart(
    version: number,
    { part, parts }: { part: number; parts: number },
  ): Promise<void> {
    const arriving = await snapshots
      .findOneAndUpdate(
        { _id: String(version) },
        { $set: { version }, $addToSet: { receivedParts: part } },
        { upsert: true, returnDocument: 'after' },
      )
      .lean()
    if ((arriving?.receivedParts.length ?? 0) < parts) return
    await retryOnFailover(() => subjects.deleteMany({ version: { $lt: version } }))
    await snapshots.updateOne({ _id: COMPLETE }, { $max: { version } }, { upsert: true })
    await retryOnFailover(() => snapshots.deleteMany({ _id: { $ne: COMPLETE }, version: { $lte: version } }))
  }

  async function namesOf(keys: string[]): Promise<Map<string, string>> {
    const documents = await subjects.find({ _id: { $in: keys } }, { name: 1 }).lean()
    return new Map(documents.map(({ _id, name }) => [_id, name]))
  }

  async function changesNames(message: SubjectsMessage): Promise<boolean> {
    const entries = entriesOf(message)
    const names = await namesOf(entries.map(({ _id }) => _id))
    return entries.some(({ _id, name }) => names.get(_id) !== name)
  }

  return {
    /**
     * Applies a message. Messages may arrive in any order and more than once.
     * @returns whether names that lists of reviews show may have changed
     */
    async apply(message: SubjectsMessage): Promise<boolean> {
      // A complete snapshot includes everything in older messages.
      if (message.version <= (await completeVersion())) return false
      const namesChanged = await changesNames(message)
      await saveIfNewer(message)
      if (message.snapshot) await recordPart(message.version, message.snapshot)
      return namesChanged
    },

    /** The names of these apartments and landlords; unknown ids are omitted. */
    async findNames({ aptIds, landlordIds }: { aptIds: string[]; landlordIds: string[] }) {
      const names = await namesOf([...aptIds.map(apartmentKey), ...landlordIds.map(landlordKey)])
      return {
        ofApartment: (id: string) => names.get(apartmentKey(id)),
        ofLandlord: (id: string) => names.get(landlordKey(id)),
      }
    },

    /** Whether a complete snapshot has ever arrived, so that missing subjects do not exist. */
    async isComplete(): Promise<boolean> {
      isKnownComplete ||= (await completeVersion()) > 0
      return isKnownComplete
    },

    /** The known apartments with these ids, with their landlords. */
    async findApartments(ids: string[]): Promise<Map<string, { landlordId: string | null }>> {
      const apts = await subjects.find({ _id: { $in: ids.map(apartmentKey) } }).lean()
      return new Map(apts.map(({ _id, landlordId }) => [_id.slice(apartmentKey('').length), { landlordId }]))
    },

    /** The known landlords with these ids. */
    async findLandlords(ids: string[]): Promise<Set<string>> {
      const stored = await subjects.find({ _id: { $in: ids.map(landlordKey) } }, { _id: 1 }).lean()
      return new Set(stored.map(({ _id }) => _id.slice(landlordKey('').length)))
    },
  }
}

const entriesOf = ({ apartments, landlords }: SubjectsMessage) => [
  ...apartments.map(({ id, landlordId, name }) => ({ _id: apartmentKey(id), landlordId, name })),
  ...landlords.map(({ id, name }) => ({ _id: landlordKey(id), landlordId: null, name })),
]
