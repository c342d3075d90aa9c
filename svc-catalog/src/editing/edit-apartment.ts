import { randomUUID } from 'node:crypto'
import { type Apartment, type ApartmentChanges } from '@offquad/contracts'
import { NotFoundError } from '@offquad/service-kit'
import { withSources } from '../edited-pictures'
import { withCopies } from '../picture-sources'
import { unloggedChange } from '../unlogged-changes'
import { parseApartment } from './parse-apartment'
import { accepted, refuse } from './refuse-changes'
import { planApartment, storeApartments, type StoreApartmentsDeps } from './store-apartments'

/** Adds an apartment. @throws InvalidInputError with a message for every field that needs one */
export const addApartment = (
  deps: StoreApartmentsDeps,
  { changes, adminId }: { changes: ApartmentChanges; adminId: string },
): Promise<Apartment> => edit(deps, { id: randomUUID(), changes, adminId, stored: undefined })

/** Changes what is given and nothing else. @throws NotFoundError, and InvalidInputError as addApartment does */
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
}

async function edit(deps: StoreApartmentsDeps, { id, changes, adminId, stored }: Edit): Promise<Apartment> {
  const areaIds = deps.university.areas.map((area) => area.id)
  const row = accepted(parseApartment({ name: stored?.name, ...changes, id }, areaIds))
  await requireLandlord(deps, row.content.landlordId)
  const content = await withSources(deps, row.content, stored)
  const write = planApartment({ ...row, content }, stored, 'form')
  if (write) await storeApartments(deps, [{ ...write, edit: unloggedChange(adminId, write) }])
  const [saved] = await deps.apartments.list([id])
  if (!saved) throw new NotFoundError('apartment-not-found', `There is no apartment "${id}" any more.`)
  const [shown = saved.apartment] = await withCopies(deps.pictures.findCopies, [saved.apartment])
  return shown
}

async function requireLandlord({ landlords }: StoreApartmentsDeps, id: string | null | undefined) {
  if (!id) return
  const [known] = await landlords.listIdsAmong([id])
  if (!known) refuse([{ field: 'landlordId', text: `${id} does not exist: choose another one` }])
}
