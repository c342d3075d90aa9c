import { type ReviewStatus } from '@offquad/contracts'

export interface ReviewDecision {
  to: ReviewStatus
  label: string
  /** What is said once it is taken. */
  done: string
  isDanger?: boolean
}

/** What an administrator may decide about a review, by where it stands (api.md). */
export const DECISIONS: Record<'REPORTED' | 'PENDING' | 'DECLINED', ReviewDecision[]> = {
  REPORTED: [
    { to: 'APPROVED', label: 'Ignore', done: 'Report ignored' },
    { to: 'DELETED', label: 'Delete', done: 'Review deleted', isDanger: true },
  ],
  PENDING: [
    { to: 'APPROVED', label: 'Approve', done: 'Review approved' },
    { to: 'DECLINED', label: 'Decline', done: 'Review declined', isDanger: true },
  ],
  DECLINED: [
    { to: 'APPROVED', label: 'Approve', done: 'Review approved' },
    { to: 'DELETED', label: 'Delete', done: 'Review deleted', isDanger: true },
  ],
}

export type DecidedStatus = keyof typeof DECISIONS
