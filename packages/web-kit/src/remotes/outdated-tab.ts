import { type PublishedApp } from '@offquad/contracts'
import { Type } from 'typebox'
import { readSession, writeSession } from '../session-state'
import { ENTRY } from './remote-requests'

/** Timeout of the request that checks whether the version exists, in milliseconds. */
const ANSWER_MS = 2_000

/**
 * Reloads a tab whose page names a version that was deleted since; the current page names newer ones. Drafts keep the user's
 * input.
 * @returns whether it reloads: once per version, so that a page that keeps failing does not reload for ever
 */
export async function reloadIfDeleted({ app, version, baseUrl }: PublishedApp): Promise<boolean> {
  const entry = `reloaded/${app}/${version}`
  if (readSession(entry, Type.Boolean())) return false
  const response = await fetch(`${baseUrl}${ENTRY}`, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => undefined)
  if (response?.status !== 404) return false
  writeSession(entry, true)
  history.go(0)
  return true
}
