import { randomUUID } from 'node:crypto'
import { type Apartment, type ApartmentChanges } from '@offquad/contracts'
import { idempotencyKeyUsed, idOfWrite, NotFoundError } from '@offquad/service-kit'
import { withSources } from '../edited-pictures'
import { withCopies } from '../picture-sources'
import { loggedEdit } from '../outboxes'
import { parseApartment } from './parse-apartment'
import { accepted, throwInvalid } from './parse-row'
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
}

/**
 * Adds an apartment. Repeated with the same key, it is added once.
 * @throws InvalidInputError with a message for each invalid field, ConflictError when the key was used for another apartment
 */
export async function addApartment(
  deps: StoreApartmentsDeps,
  { idempotencyKey, ...addition }: Addition,
): Promise<Apartment> {
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

/** Changes only the given fields. @throws NotFoundError, and InvalidInputError like addApartment */
export async function changeApartment(
  deps: StoreApartmentsDeps,
  { id, changes, adminId }: { id: string; changes: ApartmentChanges; adminId: string },
): Promise<Apartment> {
  const [found] = await deps.apartments.list([id])
  if (!found) throw new NotFoundError('apartment-not-found', `There is no apartment "${id}".`)
  return edit(deps, { id, changes, adminId, stored: found.apartment })
}

interface Edit {
  id: string
  changes: ApartmentChanges
  adminId: string
  stored: Apartment | undefined
  /** False if it was already added with this key: only an identical repetition is accepted. */
  mayChange?: boolean
}

async function edit(
  deps: StoreApartmentsDeps,
  { id, changes, adminId, stored, mayChange = true }: Edit,
): Promise<Apartment> {
  const row = accepted(parseApartment({ name: stored?.name, ...changes, id }, deps.university))
  const conflicts = findRoomConflicts(row, stored)
  if (conflicts.length > 0) throwInvalid(conflicts)
  await requireLandlord(deps, row.content.landlordId)
  const content = await withSources(deps, row.content, stored)
  const write = planApartment({ ...row, content }, stored, { origin: 'form', now: deps.now() })
  if (write && !mayChange) throw idempotencyKeyUsed('apartment')
  // The attempt that stored it may have died right afterwards.
  if (!mayChange) await deps.refresh({ apartmentIds: [id], landlordIds: [] })
  if (write) {
    const logged = { ...write, edit: loggedEdit({ adminId, date: deps.now() }, write) }
    if (!write.isNew) await storeApartments(deps, [logged])
    // A concurrent request with the same key has stored it: this one is a repetition, or rejected.
    else if (!(await storeNewApartment(deps, logged))) return addAgain(deps, { id, changes, adminId })
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
