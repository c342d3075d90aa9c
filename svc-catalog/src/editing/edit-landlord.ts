import { randomUUID } from 'node:crypto'
import { type LandlordChanges } from '@offquad/contracts'
import { NotFoundError } from '@offquad/service-kit'
import { type StoredLandlord } from '../entities'
import { withSources } from '../edited-pictures'
import { unloggedChange } from '../unlogged-changes'
import { parseLandlord } from './parse-landlord'
import { accepted } from './refuse-changes'
import { planLandlord, storeLandlords, type StoreLandlordsDeps } from './store-landlords'

/** Adds a landlord; answers its id. @throws InvalidInputError with a message for every field that needs one */
export const addLandlord = (
  deps: StoreLandlordsDeps,
  { changes, adminId }: { changes: LandlordChanges; adminId: string },
): Promise<string> => edit(deps, { id: randomUUID(), changes, adminId, stored: undefined })

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
}

async function edit(deps: StoreLandlordsDeps, { id, changes, adminId, stored }: Edit): Promise<string> {
  const row = accepted(parseLandlord({ name: stored?.name, ...changes, id }))
  const content = await withSources(deps, row.content, stored)
  const write = planLandlord({ ...row, content }, stored)
  if (write) await storeLandlords(deps, [{ ...write, edit: unloggedChange(adminId, write) }])
  return id
}
