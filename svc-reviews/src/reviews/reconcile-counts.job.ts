import { type CountsDeps, sendCounts } from './send-counts'

/** Sends the counts of everything there are reviews of: whatever message was lost on the way, this makes up for it. */
export async function reconcileCounts(deps: CountsDeps): Promise<void> {
  await sendCounts(deps, await deps.counts.listCounted())
}
