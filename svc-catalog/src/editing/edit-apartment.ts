import { randomUUID } from 'node:crypto'
import { type Apartment, type ApartmentChanges } from '@offquad/contracts'
import { ConflictError, idempotencyKeyUsed, idOfWrite, NotFoundError } from '@offquad/service-kit'
import { withSources } from '../edited-pictures'
import { withCopies } from '../picture-sources'
import { loggedEdit } from '../outboxes'
import { parseApartment } from './parse-apartment'
import { accepted, throwInvalid } from './parse-row'
import { requireRead } from './require-read'
import {
  findRoomConflicts,
  planApartment,
  storeApartments,
  type StoreApartmentsDeps,
  storeNewApartment,
} from './store-apartments'

interface Addition {
  changes: ApartmentChanges
  adminId: string
  /** Of a client that repeats a request if it does not know whether the first attempt arrived. */
  idempotencyKey: string | undefined
  /** The submission that it is made from. */
  submission?: string | undefined
}

/**
 * Adds an apartment. Repeated with the same key, it is added once.
 * @throws InvalidInputError with a message for each invalid field, ConflictError when the key was used for another apartment
 */
export async function addApartment(
  deps: StoreApartmentsDeps,
  { idempotencyKey, submission, ...addition }: Addition,
): Promise<Apartment> {
  // The same for every administrator.
  if (submission !== undefined) {
    const id = idOfWrite('submission', submission)
    return addAgain(deps, { ...addition, id, isOfSubmission: true })
  }
  if (idempotencyKey === undefined) return edit(deps, { ...addition, id: randomUUID(), stored: undefined })
  const id = idOfWrite(addition.adminId, idempotencyKey)
  return addAgain(deps, { ...addition, id })
}

/** Adds an apartment unless one was added with this id, which then has to be the same. */
async function addAgain(
  deps: StoreApartmentsDeps,
  addition: Omit<Edit, 'stored' | 'mayChange'>,
): Promise<Apartment> {
  const [found] = await deps.apartments.list([addition.id])
  return edit(deps, { ...addition, stored: found?.apartment, mayChange: !found })
}

/**
 * Changes only the given fields.
 * @param edit.read what these were when the administrator read them
 * @throws NotFoundError, InvalidInputError like addApartment, and ConflictError when one of them is not what was read
 */
export async function changeApartment(
  deps: StoreApartmentsDeps,
  {
    id,
    changes,
    read,
    adminId,
  }: Pick<Edit, 'id' | 'changes' | 'adminId'> & { read?: ApartmentChanges | undefined },
): Promise<Apartment> {
  const [found] = await deps.apartments.list([id])
  if (!found) throw new NotFoundError('apartment-not-found', `There is no apartment "${id}".`)
  const stored = found.apartment
  if (read) {
    const row = accepted(parseApartment({ name: stored.name, ...read, id }, deps.university))
    const content = await withSources(deps, row.content, stored)
    const differing =
      planApartment({ ...row, content }, stored, { origin: 'file', now: deps.now() })?.content ?? {}
    requireRead(
      read,
      Object.fromEntries(Object.keys(differing).map((field) => [field, stored[field as keyof Apartment]])),
    )
  }
  return edit(deps, { id, changes, adminId, stored })
}

interface Edit {
  id: string
  changes: ApartmentChanges
  adminId: string
  stored: Apartment | undefined
  /** False if it was already added with this key: only an identical repetition is accepted. */
  mayChange?: boolean
  isOfSubmission?: boolean
}

async function edit(
  deps: StoreApartmentsDeps,
  { id, changes, adminId, stored, mayChange = true, isOfSubmission = false }: Edit,
): Promise<Apartment> {
  const row = accepted(parseApartment({ name: stored?.name, ...changes, id }, deps.university))
  const conflicts = findRoomConflicts(row, stored)
  if (conflicts.length > 0) throwInvalid(conflicts)
  await requireLandlord(deps, row.content.landlordId)
  const content = await withSources(deps, row.content, stored)
  const write = planApartment({ ...row, content }, stored, { origin: 'form', now: deps.now() })
  if (write && !mayChange)
    throw isOfSubmission
      ? new ConflictError(
          'submission-done',
          `"${stored?.name}" was already added from this submission. Change that one instead.`,
        )
      : idempotencyKeyUsed('apartment', id)
  // The attempt that stored it may have died right afterwards.
  if (!mayChange) await deps.refresh({ apartmentIds: [id], landlordIds: [] })
  if (write) {
    const logged = { ...write, edit: loggedEdit({ adminId, date: deps.now() }, write) }
    if (!write.isNew) await storeApartments(deps, [logged])
    // A concurrent request with the same key has stored it: this one is a repetition, or rejected.
    else if (!(await storeNewApartment(deps, logged)))
      return addAgain(deps, { id, changes, adminId, isOfSubmission })
  }
  const [saved] = await deps.apartments.list([id])
  if (!saved) throw new NotFoundError('apartment-not-found', `There is no apartment "${id}" any more.`)
  const [shown = saved.apartment] = await withCopies(deps.pictures.findCopies, [saved.apartment])
  return shown
}

async function requireLandlord({ landlords }: StoreApartmentsDeps, id: string | null | undefined) {
  if (!id) return
  const [known] = await landlords.listIdsAmong([id])
  if (!known) throwInvalid([{ field: 'landlordId', text: `${id} does not exist: choose another one` }])
}
