import { setTimeout as delay } from 'node:timers/promises'
import { type ImportBatch, type ImportOutcome, type Problem } from '@offquad/contracts'
import { OperationFailure } from '../operation-failure'

/** The platform to feed. */
export interface Target {
  url: string
  /** A token of an administrator. */
  token(): Promise<string>
}

const ATTEMPTS = 5
const NO_ROOM = 507
const FIRST_DELAY_MS = 500

/**
 * Sends one batch of rows to the service that owns them; tries again while it is away.
 * @throws OperationFailure when it stays away or refuses the batch
 */
export async function sendRows(target: Target, path: string, batch: ImportBatch): Promise<ImportOutcome[]> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await post(target, path, batch)
    if (response?.ok) return ((await response.json()) as { results: ImportOutcome[] }).results
    if (response && (response.status < 500 || response.status === NO_ROOM)) throw await refusal(response)
    if (attempt === ATTEMPTS)
      throw new OperationFailure(
        'The platform stopped answering. What was sent so far is in; running the same import again is safe and goes on from there.',
      )
    await delay(FIRST_DELAY_MS * 2 ** attempt)
  }
}

async function post(target: Target, path: string, batch: unknown): Promise<Response | undefined> {
  const authorization = `Bearer ${await target.token()}`
  return fetch(target.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(batch),
  }).catch(() => undefined)
}

async function refusal(response: Response): Promise<OperationFailure> {
  const problem = (await response.json().catch(() => undefined)) as Partial<Problem> | undefined
  return new OperationFailure(
    `The platform refused the import (${response.status}): ${problem?.detail ?? 'no reason given'}`,
  )
}
