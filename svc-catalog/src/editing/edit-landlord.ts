import { randomUUID } from 'node:crypto'
import { type LandlordChanges } from '@offquad/contracts'
import { idempotencyKeyUsed, idOfWrite, NotFoundError } from '@offquad/service-kit'
import { type StoredLandlord } from '../entities'
import { withSources } from '../edited-pictures'
import { loggedEdit } from '../outboxes'
import { parseLandlord } from './parse-landlord'
import { accepted } from './parse-row'
import { planLandlord, storeLandlords, type StoreLandlordsDeps } from './store-landlords'

interface Addition {
  changes: LandlordChanges
  adminId: string
  /** Of a client that may have to send the same again, not knowing whether it arrived. */
  idempotencyKey: string | undefined
}

/**
 * Adds a landlord; returns its id. Repeated with the same key it is added once.
 * @throws InvalidInputError with a message for every field that needs one, ConflictError when the key was used for another
 */
export async function addLandlord(
  deps: StoreLandlordsDeps,
  { idempotencyKey, ...addition }: Addition,
): Promise<string> {
  if (idempotencyKey === undefined) return edit(deps, { ...addition, id: randomUUID(), stored: undefined })
  const id = idOfWrite(addition.adminId, idempotencyKey)
  const [stored] = await deps.landlords.list([id])
  return edit(deps, { ...addition, id, stored, mayChange: !stored })
}

/** Changes what is given and nothing else. @throws NotFoundError, and InvalidInputError as addLandlord does */
export async function changeLandlord(
  deps: StoreLandlordsDeps,
  { id, changes, adminId }: { id: string; changes: LandlordChanges; adminId: string },
): Promise<string> {
  const [stored] = await deps.landlords.list([id])
  if (!stored) throw new NotFoundError('landlord-not-found', `There is no landlord "${id}".`)
  return edit(deps, { id, changes, adminId, stored })
}

interface Edit {
  id: string
  changes: LandlordChanges
  adminId: string
  stored: StoredLandlord | undefined
  /** False: it has been added already, and is as it was added unless someone has edited it. */
  mayChange?: boolean
}

async function edit(
  deps: StoreLandlordsDeps,
  { id, changes, adminId, stored, mayChange = true }: Edit,
): Promise<string> {
  const row = accepted(parseLandlord({ name: stored?.name, ...changes, id }))
  const content = await withSources(deps, row.content, stored)
  const write = planLandlord({ ...row, content }, stored)
  if (write && !mayChange) throw idempotencyKeyUsed('landlord')
  // The attempt that stored it may have ended right after.
  if (!mayChange) await deps.refresh({ apartmentIds: [], landlordIds: [id] })
  if (write) await storeLandlords(deps, [{ ...write, edit: loggedEdit(adminId, write) }])
  return id
}
