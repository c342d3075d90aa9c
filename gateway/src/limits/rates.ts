import {
  checkSavedApartment,
  checkSavedLandlord,
  refreshSession,
  setData,
  signInWithGoogle,
} from '@offquad/contracts'
import { type ApiRoute } from '../routes'

/** Kinds of calls that cost a service about the same, and are wanted about as often. */
export type RateClass = 'sign-in' | 'write' | 'search' | 'read' | 'report'

/** How many calls of a kind are answered in a minute. */
export interface Rate {
  perUser: number
  /** A whole campus may stand behind one address; a script behind one may not take a service from the others. */
  perAddress: number
}

export const RATES: Record<RateClass, Rate> = {
  'sign-in': { perUser: 30, perAddress: 600 },
  write: { perUser: 120, perAddress: 1_200 },
  search: { perUser: 600, perAddress: 6_000 },
  read: { perUser: 1_200, perAddress: 12_000 },
  // What pages say of their versions, a few at a time: a script may not decide what everybody gets.
  report: { perUser: 12_000, perAddress: 12_000 },
}

/** They change nothing, although they are not called so. */
const READS_BY_POST = new Set<string>(
  [checkSavedApartment, checkSavedLandlord, refreshSession, setData].map(({ path }) => path),
)

export function rateClassOf(method: string, { path }: Pick<ApiRoute, 'path'>): RateClass {
  if (path === signInWithGoogle.path) return 'sign-in'
  if (method !== 'GET' && method !== 'HEAD' && !READS_BY_POST.has(path)) return 'write'
  return path.startsWith('/api/search') ? 'search' : 'read'
}
