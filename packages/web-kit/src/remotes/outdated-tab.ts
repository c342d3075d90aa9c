import { type PublishedApp } from '@offquad/contracts'
import { Type } from 'typebox'
import { readSession, writeSession } from '../session-state'
import { ENTRY } from './remote-requests'

/** How long a response may take that says whether the version is there, in milliseconds. */
const ANSWER_MS = 2_000

/**
 * Reloads a tab that is older than the deletion of a version which its page names; the page of today names others. What was typed is
 * in the drafts.
 * @returns whether it reloads: once per version, so that a page that goes on to fail does not do so for ever
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
