import { randomUUID } from 'node:crypto'
import { photoIdOf } from '@offquad/contracts'

/** Photos uploaded here that something begins or ceases to show, kept beside it until svc-reviews has been told. */
export interface PhotoUse {
  /** Id of the write that changed it. */
  change: string
  attach: string[]
  detach: string[]
}

/** What a change of photos (addresses) means for those uploaded here; nothing when it means nothing. */
export function photoUseOf(before: string[], after: string[]): PhotoUse | undefined {
  const [idsBefore, idsAfter] = [before, after].map((urls) => urls.flatMap((url) => photoIdOf(url) ?? []))
  const attach = without(idsAfter, idsBefore)
  const detach = without(idsBefore, idsAfter)
  return attach.length + detach.length > 0 ? { change: randomUUID(), attach, detach } : undefined
}

const without = (ids: string[] = [], others: string[] = []): string[] =>
  [...new Set(ids)].filter((id) => !others.includes(id))
