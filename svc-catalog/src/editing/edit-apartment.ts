import { randomUUID } from 'node:crypto'
import { type Apartment, type ApartmentChanges } from '@offquad/contracts'
import { NotFoundError } from '@offquad/service-kit'
import { parseApartment } from './parse-apartment'
import { accepted, refuse } from './refuse-changes'
import { planApartment, storeApartments, type StoreApartmentsDeps } from './store-apartments'

/** Adds an apartment. @throws InvalidInputError with a message for every field that needs one */
export const addApartment = (deps: StoreApartmentsDeps, changes: ApartmentChanges): Promise<Apartment> =>
  edit(deps, { id: randomUUID(), changes, stored: undefined })

/** Changes what is given and nothing else. @throws NotFoundError, and InvalidInputError as addApartment does */
export async function changeApartment(
  deps: StoreApartmentsDeps,
  id: string,
  changes: ApartmentChanges,
): Promise<Apartment> {
  const [found] = await deps.apartments.list([id])
  if (!found) throw new NotFoundError('apartment-not-found', `There is no apartment "${id}".`)
  return edit(deps, { id, changes, stored: found.apartment })
}

interface Edit {
  id: string
  changes: ApartmentChanges
  stored: Apartment | undefined
}

async function edit(deps: StoreApartmentsDeps, { id, changes, stored }: Edit): Promise<Apartment> {
  const areaIds = deps.university.areas.map((area) => area.id)
  const row = accepted(parseApartment({ name: stored?.name, ...changes, id }, areaIds))
  await requireLandlord(deps, row.content.landlordId)
  const write = planApartment(row, stored, 'form')
  if (write) await storeApartments(deps, [write])
  const [saved] = await deps.apartments.list([id])
  if (!saved) throw new NotFoundError('apartment-not-found', `There is no apartment "${id}" any more.`)
  return saved.apartment
}

async function requireLandlord({ landlords }: StoreApartmentsDeps, id: string | null | undefined) {
  if (!id) return
  const [known] = await landlords.listIdsAmong([id])
  if (!known) refuse([{ field: 'landlordId', text: `${id} does not exist: choose another one` }])
}
