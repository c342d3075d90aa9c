import { MAX_LISTS } from '@offquad/contracts'
import { ConflictError, NotAllowedError, NotFoundError } from '@offquad/service-kit'
import { type ListsRepository, type StoredList, type StoredMember } from './lists.repository'

/** @throws NotFoundError for non-members, who do not learn that the list exists */
export function requireMember(list: StoredList, userId: string): StoredMember {
  const member = list.members.find((candidate) => candidate.userId === userId)
  if (!member) throw noList()
  return member
}

/** @throws NotAllowedError for members who are not the owner */
export function requireOwner(list: StoredList, userId: string): void {
  if (!isOwner(list, requireMember(list, userId)))
    throw new NotAllowedError('not-list-owner', 'Only the owner of the list can do this.')
}

export const isOwner = (list: StoredList, { id }: StoredMember): boolean => list.members[0]?.id === id

/**
 * @throws ConflictError when the user has reached the maximum number of lists. Two concurrent calls may exceed it by one,
 * which is harmless.
 */
export async function requireRoom(lists: Pick<ListsRepository, 'countOf'>, userId: string): Promise<void> {
  if ((await lists.countOf(userId)) >= MAX_LISTS)
    throw new ConflictError(
      'too-many-lists',
      `You can be in ${MAX_LISTS} lists. Leave or delete one before you start or join another.`,
    )
}

export const noList = (): NotFoundError =>
  new NotFoundError('list-not-found', 'There is no such list, or you are not a member of it any more.')
