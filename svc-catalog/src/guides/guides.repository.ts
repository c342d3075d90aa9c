import { type GuideSource, type GuideState } from '@offquad/contracts'
import { documentSchema, onDuplicateKey, openOutbox, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

/** The content that administrators write. */
export type GuideContent = Pick<GuideSource, 'title' | 'slug' | 'summary' | 'body'>

export interface StoredGuide extends GuideContent {
  id: string
  /** A deleted guide stays as a mark without content, so that its log is complete and a repeated deletion succeeds. */
  state: GuideState | 'deleted'
  minutes: number
  updatedAt: Date
  version: number
}

/** A log entry of an action by an administrator. */
export interface GuideEdit {
  change: string
  adminId: string
  date: Date
  action: 'added' | 'changed' | 'published' | 'unpublished' | 'deleted'
}

interface GuideDocument extends Omit<StoredGuide, 'id'> {
  _id: string
  /** Outbox of the log. */
  unloggedChanges: GuideEdit[]
}

const text = { type: String, default: '' }

const schema = documentSchema<GuideDocument>({
  _id: required.text,
  title: required.text,
  slug: { ...required.text, unique: true },
  summary: text,
  body: text,
  state: required.text,
  minutes: required.number,
  updatedAt: required.date,
  version: required.number,
  unloggedChanges: [
    { _id: false, change: required.text, adminId: required.text, date: required.date, action: required.text },
  ],
})
schema.index({ state: 1, updatedAt: -1 })
schema.index({ 'unloggedChanges.change': 1 }, { sparse: true })

const WITHOUT_LOG = { unloggedChanges: 0 } as const
type WithoutLog = Omit<GuideDocument, 'unloggedChanges'>

export type GuidesRepository = ReturnType<typeof createGuidesRepository>

export function createGuidesRepository(connection: Connection) {
  const model = connection.model('Guide', schema, 'guides')

  /** Without bodies, latest change first. */
  async function list(state: GuideState): Promise<StoredGuide[]> {
    const documents = await model
      .find({ state }, { ...WITHOUT_LOG, body: 0 })
      .sort({ updatedAt: -1 })
      .lean<WithoutLog[]>()
    return documents.map(fromDocument)
  }

  return {
    edits: openOutbox<GuideDocument, 'unloggedChanges', 'title'>(model, {
      field: 'unloggedChanges',
      also: ['title'],
    }),

    list,

    /** Includes drafts, latest change first. */
    async listAll(): Promise<StoredGuide[]> {
      // Separate queries, each by its index: a joint query would be sorted in memory.
      const lists = await Promise.all([list('draft'), list('published')])
      return lists.flat().sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
    },

    /** Includes deleted guides. */
    async find(id: string): Promise<StoredGuide | undefined> {
      const document = await model.findById(id, WITHOUT_LOG).lean()
      return document ? fromDocument(document) : undefined
    },

    async findPublished(slug: string): Promise<StoredGuide | undefined> {
      const document = await model.findOne({ slug, state: 'published' }, WITHOUT_LOG).lean()
      return document ? fromDocument(document) : undefined
    },

    async isFree(slug: string): Promise<boolean> {
      return (await model.exists({ slug })) === null
    },

    /** Returns false, and changes nothing, if its id or slug exists already. */
    async add(guide: StoredGuide, edit: GuideEdit): Promise<boolean> {
      const { id, ...fields } = guide
      const added = { ...fields, unloggedChanges: [edit] }
      return unlessTaken(async () => {
        const { upsertedCount } = await model.updateOne(
          { _id: id },
          { $setOnInsert: added },
          { upsert: true },
        )
        return upsertedCount > 0
      })
    },

    /** Returns false, and changes nothing, if the version is no longer that of `read`, or another guide has the slug. */
    async change(read: StoredGuide, changes: Partial<StoredGuide>, edit: GuideEdit): Promise<boolean> {
      const { id, ...fields } = { ...read, ...changes, version: read.version + 1 }
      return unlessTaken(async () => {
        const { matchedCount } = await model.updateOne(
          { _id: id, version: read.version },
          { $set: fields, $push: { unloggedChanges: edit } },
        )
        return matchedCount > 0
      })
    },
  }
}

const unlessTaken = (write: () => Promise<boolean>): Promise<boolean> =>
  onDuplicateKey(retryOnFailover(write), () => false)

/** The body is absent in lists. */
const fromDocument = ({ _id, body = '', ...fields }: WithoutLog): StoredGuide => ({
  id: _id,
  body,
  ...fields,
})
