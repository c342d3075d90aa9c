import { randomUUID } from 'node:crypto'
import { type LandlordChanges } from '@offquad/contracts'
import { idempotencyKeyUsed, idOfWrite, NotFoundError } from '@offquad/service-kit'
import { type StoredLandlord } from '../entities'
import { withSources } from '../edited-pictures'
import { loggedEdit } from '../outboxes'
import { parseLandlord } from './parse-landlord'
import { accepted } from './parse-row'
import { requireRead } from './require-read'
import { planLandlord, storeLandlords, type StoreLandlordsDeps, storeNewLandlord } from './store-landlords'

interface Addition {
  changes: LandlordChanges
  adminId: string
  /** Of a client that repeats a request if it does not know whether the first attempt arrived. */
  idempotencyKey: string | undefined
}

/**
 * Adds a landlord; returns its id. Repeated with the same key, it is added once.
 * @throws InvalidInputError with a message for each invalid field, ConflictError when the key was used for another landlord
 */
export async function addLandlord(
  deps: StoreLandlordsDeps,
  { idempotencyKey, ...addition }: Addition,
): Promise<string> {
  if (idempotencyKey === undefined) return edit(deps, { ...addition, id: randomUUID(), stored: undefined })
  const id = idOfWrite(addition.adminId, idempotencyKey)
  return addAgain(deps, { ...addition, id })
}

/** Adds a landlord unless one was added with this id, which then has to be the same. */
async function addAgain(
  deps: StoreLandlordsDeps,
  addition: Omit<Edit, 'stored' | 'mayChange'>,
): Promise<string> {
  const [stored] = await deps.landlords.list([addition.id])
  return edit(deps, { ...addition, stored, mayChange: !stored })
}

/**
 * Changes only the given fields.
 * @param edit.read what these were when the administrator read them
 * @throws NotFoundError, InvalidInputError like addLandlord, and ConflictError when one of them is not what was read
 */
export async function changeLandlord(
  deps: StoreLandlordsDeps,
  {
    id,
    changes,
    read,
    adminId,
  }: Pick<Edit, 'id' | 'changes' | 'adminId'> & { read?: LandlordChanges | undefined },
): Promise<string> {
  const [stored] = await deps.landlords.list([id])
  if (!stored) throw new NotFoundError('landlord-not-found', `There is no landlord "${id}".`)
  if (read) {
    const row = accepted(parseLandlord({ name: stored.name, ...read, id }))
    const content = await withSources(deps, row.content, stored)
    const differing = planLandlord({ ...row, content }, stored)?.content ?? {}
    requireRead(
      read,
      Object.fromEntries(
        Object.keys(differing).map((field) => [field, stored[field as keyof StoredLandlord]]),
      ),
    )
  }
  return edit(deps, { id, changes, adminId, stored })
}

interface Edit {
  id: string
  changes: LandlordChanges
  adminId: string
  stored: StoredLandlord | undefined
  /** False if it was already added with this key: only an identical repetition is accepted. */
  mayChange?: boolean
}

async function edit(
  deps: StoreLandlordsDeps,
  { id, changes, adminId, stored, mayChange = true }: Edit,
): Promise<string> {
  const row = accepted(parseLandlord({ name: stored?.name, ...changes, id }))
  const content = await withSources(deps, row.content, stored)
  const write = planLandlord({ ...row, content }, stored)
  if (write && !mayChange) throw idempotencyKeyUsed('landlord', id)
  // The attempt that stored it may have died right afterwards.
  if (!mayChange) await deps.refresh({ apartmentIds: [], landlordIds: [id] })
  if (write) {
    const logged = { ...write, edit: loggedEdit({ adminId, date: deps.now() }, write) }
    if (!write.isNew) await storeLandlords(deps, [logged])
    // A concurrent request with the same key has stored it: this one is a repetition, or rejected.
    else if (!(await storeNewLandlord(deps, logged))) return addAgain(deps, { id, changes, adminId })
  }
  return id
}
