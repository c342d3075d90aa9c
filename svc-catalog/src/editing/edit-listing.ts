import { ConflictError, idempotencyKeyUsed, idOfWrite } from '@offquad/service-kit'
import { type Write } from '../catalog/entities'
import { loggedEdit } from '../catalog/outboxes'
import { type Pictured } from '../catalog/picture-sources'
import { throwNotFound } from '../catalog/throw-not-found'
import { withSources } from './edited-pictures'
import { accepted, type Accepted, type Parsed, type Row } from './parse-row'
import { changedIds, type ListingKind, type StoreDeps } from './store-changes'

/** An edit of an administrator. */
export interface Edit<Changes> {
  id: string
  changes: Changes
  adminId: string
  /** Values of the fields when the administrator read them. */
  read?: Changes | undefined
}

/** An addition of an administrator. */
export interface Addition<Changes> extends Pick<Edit<Changes>, 'changes' | 'adminId'> {
  /** Sent by clients that repeat a request when they do not know whether the first attempt arrived. */
  idempotencyKey: string | undefined
}

/** Apartments or landlords. */
interface Listings<Stored, Content, Planned> {
  name: ListingKind
  find(id: string): Promise<Stored | undefined>
  parse(row: Row): Parsed<Content>
  /** @throws InvalidInputError for problems that only a comparison with stored data reveals */
  requireFitting?(row: Accepted<Content>, stored: Stored | undefined): Promise<void>
  plan(row: Accepted<Content>, stored: Stored | undefined, origin: 'form' | 'file'): Planned | undefined
  repository: {
    lastWriteOf(id: string): Promise<string | null>
    edit(write: Planned, lastWrite: string | null): Promise<boolean>
    add(write: Planned): Promise<boolean>
  }
  /** @returns the result of `save`, which stores them */
  store(writes: Planned[], save: () => Promise<boolean>): Promise<boolean>
}

/** Creates the operations with which administrators add and change listings of one kind. */
export function createEditor<
  Stored extends Pictured & { name: string },
  Content extends Pictured,
  Planned extends Write<object>,
>(deps: StoreDeps, listings: Listings<Stored, Content, Planned>) {
  const { name, find, parse, plan, repository, store } = listings

  const rowOf = ({ id }: { id: string }, changes: object, stored: Stored | undefined): Accepted<Content> =>
    accepted(parse({ name: stored?.name, ...changes, id }))

  async function planned(row: Accepted<Content>, stored: Stored | undefined, origin: 'form' | 'file') {
    return plan({ ...row, content: await withSources(deps, row.content, stored) }, stored, origin)
  }

  /** The write with its entry for the log; undefined if nothing changes. */
  async function plannedEdit(edit: Edit<object>, stored: Stored | undefined): Promise<Planned | undefined> {
    const row = rowOf(edit, edit.changes, stored)
    await listings.requireFitting?.(row, stored)
    const write = await planned(row, stored, 'form')
    return write && { ...write, edit: loggedEdit({ adminId: edit.adminId, date: deps.now() }, write) }
  }

  /** @param refusal the error if the listing exists with other content: only identical repetitions are accepted */
  async function addOnce(edit: Edit<object>, refusal: (stored: Stored) => Error): Promise<void> {
    const stored = await find(edit.id)
    const write = await plannedEdit(edit, stored)
    if (stored) {
      if (write) throw refusal(stored)
      // The attempt that stored it may have died right afterwards.
      await deps.refresh(changedIds(name, [edit.id]))
    }
    // A concurrent request with the same key has stored it: accept an identical repetition, or reject.
    else if (write && !(await store([write], () => repository.add(write)))) await addOnce(edit, refusal)
  }

  async function change(edit: Edit<object>): Promise<void> {
    const { id, read } = edit
    // Read before the content, so that any write since is noticed when the edit is stored.
    const lastWrite = await repository.lastWriteOf(id)
    const stored = (await find(id)) ?? throwNotFound(name, id)
    const write = await plannedEdit(edit, stored)
    // Nothing to change, perhaps because the reply to an earlier attempt was lost.
    if (!write) return
    if (read) {
      const differing = (await planned(rowOf(edit, read, stored), stored, 'file'))?.content ?? {}
      const changed = Object.keys(differing).filter((field) => field in read && field in write.content)
      requireRead(changed, stored)
    }
    // Another write came first, perhaps to other fields.
    if (!(await store([write], () => repository.edit(write, lastWrite)))) await change(edit)
  }

  return {
    /**
     * Adds a listing and returns its id. Requests with the same key or id add it once.
     * @throws InvalidInputError with a message for each invalid field, and `refusal` when it was added with other content
     */
    async add(
      { idempotencyKey, adminId, changes }: Addition<object>,
      id = idOfWrite(adminId, idempotencyKey),
      refusal: (stored: Stored) => Error = () => idempotencyKeyUsed(name, id),
    ): Promise<string> {
      await addOnce({ id, changes, adminId }, refusal)
      return id
    },

    /**
     * Changes only the given fields.
     * @throws NotFoundError, InvalidInputError like `add`, and ConflictError when a field has changed since it was read
     */
    change,
  }
}

/**
 * Refuses an edit whose fields another administrator has changed since they were read.
 * @param changed the fields that the edit changes and whose stored values differ from the values read
 */
function requireRead(changed: string[], stored: object): void {
  if (changed.length === 0) return
  const values = new Map<string, unknown>(Object.entries(stored))
  throw new ConflictError(
    'place-changed',
    `Somebody else has changed this meanwhile: ${changed.join(', ')}. Save again to replace it.`,
    changed.map((field) => ({
      field,
      message: `Somebody else has changed this: it is ${textOf(values.get(field)) || 'empty'} now.`,
    })),
  )
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join(' ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
