import { type ReviewStatus } from '@offquad/contracts'

export interface ReviewDecision {
  to: ReviewStatus
  label: string
  /** What the undo bar says. */
  done: string
  /** Its keyboard shortcut. */
  key: 'A' | 'D'
  isDanger?: boolean
}

/** What an administrator may decide about a review, by its status; the affirmative decision first. */
export const DECISIONS: Record<'REPORTED' | 'PENDING' | 'DECLINED', ReviewDecision[]> = {
  REPORTED: [
    { to: 'APPROVED', label: 'Ignore', done: 'Report ignored', key: 'A' },
    { to: 'DELETED', label: 'Delete', done: 'Review deleted', key: 'D', isDanger: true },
  ],
  PENDING: [
    { to: 'APPROVED', label: 'Approve', done: 'Review approved', key: 'A' },
    { to: 'DECLINED', label: 'Decline', done: 'Review declined', key: 'D', isDanger: true },
  ],
  DECLINED: [
    { to: 'APPROVED', label: 'Approve', done: 'Review approved', key: 'A' },
    { to: 'DELETED', label: 'Delete', done: 'Review deleted', key: 'D', isDanger: true },
  ],
}

export type DecidedStatus = keyof typeof DECISIONS
