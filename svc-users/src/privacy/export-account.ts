import {
  type AccountExport,
  type ContactQuestion,
  type MyPlace,
  type PendingBuilding,
  type User,
} from '@offquad/contracts'
import { UnauthenticatedError } from '@offquad/service-kit'

/** What this service stores about a user. */
export interface ExportDeps {
  collect: {
    account(userId: string): Promise<{ user: User; createdAt: Date; signedInAt: Date } | undefined>
    sessions(userId: string): Promise<{ startedAt: Date; refreshedAt: Date; expiresAt: Date }[]>
    saved(userId: string, kind: 'apartment' | 'landlord'): Promise<{ id: string; savedAt: Date }[]>
    alerts(userId: string): Promise<Pick<AccountExport, 'savedSearches' | 'alerts' | 'alertMail'>>
    places(userId: string): Promise<MyPlace[]>
    lists(userId: string): Promise<NonNullable<AccountExport['lists']>>
    contactQuestions(userId: string): Promise<ContactQuestion[]>
    pendingBuildings(userId: string): Promise<PendingBuilding[]>
  }
  now: () => Date
}

/** @throws UnauthenticatedError when the account was deleted */
export async function exportAccount({ collect, now }: ExportDeps, userId: string): Promise<AccountExport> {
  const account = await collect.account(userId)
  if (!account)
    throw new UnauthenticatedError('account-gone', 'This account no longer exists. Please sign in again.')
  const [sessions, apartments, landlords, alerts, places, lists, contactQuestions, pendingBuildings] =
    await Promise.all([
      collect.sessions(userId),
      collect.saved(userId, 'apartment'),
      collect.saved(userId, 'landlord'),
      collect.alerts(userId),
      collect.places(userId),
      collect.lists(userId),
      collect.contactQuestions(userId),
      collect.pendingBuildings(userId),
    ])
  return {
    exportedAt: now().toISOString(),
    user: account.user,
    createdAt: account.createdAt.toISOString(),
    signedInAt: account.signedInAt.toISOString(),
    sessions: sessions.map(({ startedAt, refreshedAt, expiresAt }) => ({
      startedAt: startedAt.toISOString(),
      refreshedAt: refreshedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    savedApartments: apartments.map(presentSaved),
    savedLandlords: landlords.map(presentSaved),
    ...alerts,
    places,
    lists,
    contactQuestions,
    pendingBuildings,
  }
}

const presentSaved = ({ id, savedAt }: { id: string; savedAt: Date }) => ({
  id,
  savedAt: savedAt.toISOString(),
})
