import { randomUUID } from 'node:crypto'
import { ConflictError, idempotencyKeyUsed, idOfWrite, NotFoundError } from '@offquad/service-kit'
import { type ChangedIds, type Write } from '../catalog/entities'
import { loggedEdit } from '../catalog/outboxes'
import { type Pictured } from '../catalog/picture-sources'
import { withSources } from './edited-pictures'
import { accepted, type Accepted, type Parsed, type Row } from './parse-row'
import { type StoreDeps } from './store-changes'

/** An edit of an administrator. */
export interface Edit<Changes> {
  id: string
  changes: Changes
  adminId: string
  /** What the fields were when the administrator read them. */
  read?: Changes | undefined
}

/** An addition of an administrator. */
export interface Addition<Changes> extends Pick<Edit<Changes>, 'changes' | 'adminId'> {
  /** Of a client that repeats a request if it does not know whether the first attempt arrived. */
  idempotencyKey: string | undefined
}

/** Apartments or landlords. */
interface Listings<Stored, Content, Planned> {
  name: 'apartment' | 'landlord'
  find(id: string): Promise<Stored | undefined>
  parse(row: Row): Parsed<Content>
  /** @throws InvalidInputError for what only what is stored can tell */
  requireFitting?(row: Accepted<Content>, stored: Stored | undefined): Promise<void>
  plan(row: Accepted<Content>, stored: Stored | undefined, origin: 'form' | 'file'): Planned | undefined
  store(writes: Planned[]): Promise<void>
  /** Returns false if there is one with this id already. */
  storeNew(write: Planned): Promise<boolean>
  changed(id: string): ChangedIds
}

/** How administrators add and change listings of one kind. */
export function createEditor<
  Stored extends Pictured & { name: string },
  Content extends Pictured,
  Planned extends Write<object>,
>(deps: StoreDeps, listings: Listings<Stored, Content, Planned>) {
  const { name, find, parse, plan } = listings

  const rowOf = ({ id }: { id: string }, changes: object, stored: Stored | undefined): Accepted<Content> =>
    accepted(parse({ name: stored?.name, ...changes, id }))

  async function planned(row: Accepted<Content>, stored: Stored | undefined, origin: 'form' | 'file') {
    return plan({ ...row, content: await withSources(deps, row.content, stored) }, stored, origin)
  }

  /** @param refusal the error where it was added before: only an identical repetition is accepted */
  async function apply(
    edit: Edit<object>,
    stored: Stored | undefined,
    refusal?: (stored: Stored) => Error,
  ): Promise<void> {
    const row = rowOf(edit, edit.changes, stored)
    await listings.requireFitting?.(row, stored)
    const write = await planned(row, stored, 'form')
    if (stored && refusal) {
      if (write) throw refusal(stored)
      // The attempt that stored it may have died right afterwards.
      await deps.refresh(listings.changed(edit.id))
    }
    if (!write) return
    const logged = { ...write, edit: loggedEdit({ adminId: edit.adminId, date: deps.now() }, write) }
    if (!write.isNew) await listings.store([logged])
    // A concurrent request with the same key has stored it: this one is a repetition, or rejected.
    else if (!(await listings.storeNew(logged))) await apply(edit, await find(edit.id), refusal)
  }

  return {
    /**
     * Adds a listing; repeated with the same key or id, it is added once. Returns its id.
     * @throws InvalidInputError with a message for each invalid field, and `refusal` when it was added with other content
     */
    async add(
      { idempotencyKey, adminId, changes }: Addition<object>,
      id = idempotencyKey === undefined ? randomUUID() : idOfWrite(adminId, idempotencyKey),
      refusal: (stored: Stored) => Error = () => idempotencyKeyUsed(name, id),
    ): Promise<string> {
      await apply({ id, changes, adminId }, await find(id), refusal)
      return id
    },

    /**
     * Changes only the given fields.
     * @throws NotFoundError, InvalidInputError like `add`, and ConflictError when a field is not what was read
     */
    async change({ read, ...edit }: Edit<object>): Promise<void> {
      const stored = await find(edit.id)
      if (!stored) throw new NotFoundError(`${name}-not-found`, `There is no ${name} "${edit.id}".`)
      if (read) {
        const differing = (await planned(rowOf(edit, read, stored), stored, 'file'))?.content ?? {}
        requireRead(read, differing, stored)
      }
      await apply(edit, stored)
    },
  }
}

/**
 * Refuses an edit whose fields somebody else has changed since they were read.
 * @param differing the fields in which `stored` differs from what was read
 */
function requireRead(read: object, differing: object, stored: object): void {
  const changed = Object.keys(differing).filter((field) => field in read)
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
