import { type Endpoint } from '@offquad/contracts'
import { type Picture } from '@offquad/ui'
import { type Static, Type } from 'typebox'
import { newIdempotencyKey } from '../api/idempotency-key'
import { browserStore } from '../browser-store'
import { storedValue, type StoredValue } from '../stored-value'

const Text = Type.String()

/** A submitted draft that is not sent yet. */
const Submission = Type.Object({
  /** Version of the draft when it was submitted; the draft may have changed since. */
  version: Type.Number(),
  /** Its name in messages: 'Your review of Gull House'. */
  label: Text,
  /** Toast after it was sent. */
  sentMessage: Text,
  call: Type.Object({ method: Text, path: Text }),
  /** The id in the path; absent if the path has none. */
  id: Type.Optional(Text),
  body: Type.Object({}),
  /** The URLs of its pictures, once they are uploaded. */
  photos: Type.Optional(Type.Array(Text)),
})

const Draft = Type.Object({
  /** Increases with every change: of two tabs, the newer version wins. */
  version: Type.Number(),
  /** Sent with every attempt, from any page, so that the service executes the write once. */
  idempotencyKey: Text,
  fields: Type.Unknown(),
  /** The time of the last change of its pictures; absent while they are the form's initial ones. */
  picturesAt: Type.Optional(Type.Number()),
  /** The edited content, as it was when the draft was started. */
  basedOn: Type.Optional(Text),
  /** The version of the first attempt to send, whether or not it arrived. */
  sentFirst: Type.Optional(Type.Number()),
  submission: Type.Optional(Submission),
})

export type Draft = Static<typeof Draft>
export type Submission = Omit<Static<typeof Submission>, 'version' | 'photos' | 'call'> & {
  call: Pick<Endpoint, 'method' | 'path'>
}

const PREFIX = 'offquad/drafts/'

/** The key of a user's draft, separate per user, so that no one sees or sends another user's draft. */
export const draftKeyOf = (uid: string, subject: string): string => `${PREFIX}${uid}/${subject}`

/** The id of the author of a draft. */
export const authorOf = (key: string): string => key.slice(PREFIX.length).split('/')[0] ?? ''

const drafts = new Map<string, StoredValue<Draft>>()

/** The stored value of a draft, shared by its forms and by sending it. */
export function draftAt(key: string): StoredValue<Draft> {
  const draft = drafts.get(key) ?? storedValue(key, Draft)
  drafts.set(key, draft)
  return draft
}

/** Stored separately, because files are too large for localStorage. */
export const draftPictures = browserStore<Picture[]>()

/** Changes a draft, or starts one. */
export function changeDraft(key: string, part: Partial<Draft>): Draft {
  const current = draftAt(key).get()
  const version = Math.max(Date.now(), (current?.version ?? 0) + 1)
  const next = { idempotencyKey: newIdempotencyKey(), fields: {}, ...current, version, ...part }
  draftAt(key).set(next)
  return next
}

export function deleteDraft(key: string): void {
  draftAt(key).set(undefined)
  void draftPictures.delete(key)
}

/** The keys of a user's drafts. */
export const draftsOf = (uid: string): string[] =>
  [...new Set([...storedKeys(), ...drafts.keys()])].filter((key) => key.startsWith(draftKeyOf(uid, '')))

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    // Storage is blocked.
    return []
  }
}

/** Withdraws a submission and keeps its draft. @param version withdraws only this submitted version */
export function withdrawSubmission(key: string, version?: number): void {
  const { submission, ...draft } = draftAt(key).get() ?? {}
  if (submission && submission.version === (version ?? submission.version)) draftAt(key).set(draft as Draft)
}
