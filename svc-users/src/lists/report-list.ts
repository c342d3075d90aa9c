import { beginOf, MAX_CONTACT_MESSAGE_CHARACTERS } from '@offquad/contracts'
import { type StoredList } from './lists.repository'

/** What administrators read of a list that a member reports: what its members wrote, without who wrote it. */
export function describeReport({ id, name, members, places }: StoredList, reason: string): string {
  const comments = places.flatMap(({ note, opinions }) => [note, ...opinions.map(({ comment }) => comment)])
  const texts = [...members.map((member) => member.name), ...comments].filter(Boolean)
  return beginOf(
    [`Report of the list “${name}” (${id}): ${reason}`, 'Its texts:', ...texts].join('\n'),
    MAX_CONTACT_MESSAGE_CHARACTERS,
  )
}
