import { type Apartment, type ApartmentChanges } from '@offquad/contracts'
import { ConflictError, idOfWrite, NotFoundError } from '@offquad/service-kit'
import { withCopies } from '../catalog/picture-sources'
import { type Addition, createEditor, type Edit } from './edit-listing'
import { parseApartment } from './parse-apartment'
import { throwInvalid } from './parse-row'
import {
  findRoomConflicts,
  planApartment,
  storeApartments,
  type StoreApartmentsDeps,
} from './store-apartments'

const editorOf = (deps: StoreApartmentsDeps) =>
  createEditor(deps, {
    name: 'apartment',
    find: async (id) => (await deps.apartments.list([id]))[0]?.apartment,
    parse: (row) => parseApartment(row, deps.university),
    async requireFitting(row, stored: Apartment | undefined) {
      const conflicts = findRoomConflicts(row, stored)
      if (conflicts.length > 0) throwInvalid(conflicts)
      await requireLandlord(deps, row.content.landlordId)
    },
    plan: (row, stored, origin) => planApartment(row, stored, { origin, now: deps.now() }),
    repository: deps.apartments,
    store: (writes, save) => storeApartments(deps, writes, save),
  })

/**
 * Adds an apartment. A submission yields one apartment only, even if several administrators add it.
 * @param addition.submission the submission that it is made from
 */
export async function addApartment(
  deps: StoreApartmentsDeps,
  { submission, ...addition }: Addition<ApartmentChanges> & { submission?: string | undefined },
): Promise<Apartment> {
  const { add } = editorOf(deps)
  const id =
    submission === undefined
      ? await add(addition)
      : await add(addition, idOfWrite('submission', submission), alreadyAdded)
  return shownApartment(deps, id)
}

/** Changes only the given fields of an apartment. */
export async function changeApartment(
  deps: StoreApartmentsDeps,
  edit: Edit<ApartmentChanges>,
): Promise<Apartment> {
  await editorOf(deps).change(edit)
  return shownApartment(deps, edit.id)
}

const alreadyAdded = ({ name }: Apartment) =>
  new ConflictError(
    'submission-done',
    `"${name}" was already added from this submission. Change that one instead.`,
  )

async function shownApartment({ apartments, pictures }: StoreApartmentsDeps, id: string): Promise<Apartment> {
  const [saved] = await apartments.list([id])
  if (!saved) throw new NotFoundError('apartment-not-found', `There is no apartment "${id}" any more.`)
  const [shown = saved.apartment] = await withCopies(pictures.findCopies, [saved.apartment])
  return shown
}

async function requireLandlord({ landlords }: StoreApartmentsDeps, id: string | null | undefined) {
  if (!id) return
  const [landlordId] = await landlords.listIdsAmong([id])
  if (!landlordId) throwInvalid([{ field: 'landlordId', text: `${id} does not exist: choose another one` }])
}
