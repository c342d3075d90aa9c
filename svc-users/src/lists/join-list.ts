import { randomUUID } from 'node:crypto'
import { type BodyOf, MAX_LIST_MEMBERS, type putListMember } from '@offquad/contracts'
import { ConflictError, NotAllowedError } from '@offquad/service-kit'
import { cleanName } from '../clean-name'
import { noList, requireRoom } from './list.policy'
import { type ListsRepository, type StoredList, type StoredMember } from './lists.repository'

/** A member as the other members see them. */
type Appearance = BodyOf<typeof putListMember>

export const createMember = (userId: string, { memberName, showsMinutes }: Appearance): StoredMember => ({
  id: randomUUID(),
  userId,
  name: cleanName(memberName),
  showsMinutes,
})

/**
 * Makes a user a member by the list's link. Existing members stay unchanged.
 * @throws NotFoundError when the link has ended, NotAllowedError when it is read-only, ConflictError when the list is full
 */
export async function joinList(
  lists: ListsRepository,
  { token, userId, ...appearance }: Appearance & { token: string; userId: string },
): Promise<StoredList> {
  const invited = await lists.findByToken(token)
  if (!invited) throw noList()
  const isMember = (list: StoredList) => list.members.some((member) => member.userId === userId)
  if (isMember(invited)) return invited
  await requireRoom(lists, userId)
  const member = createMember(userId, appearance)
  const joined = await lists.change(invited.id, (list) => {
    if (isMember(list)) return list
    if (list.invite?.token !== token) throw noList()
    if (list.invite.allows !== 'join')
      throw new NotAllowedError(
        'list-not-open',
        'This link only shows the list. Ask its owner for one to join.',
      )
    if (list.members.length >= MAX_LIST_MEMBERS)
      throw new ConflictError('too-many-list-members', `A list can have ${MAX_LIST_MEMBERS} members.`)
    return { ...list, members: [...list.members, member] }
  })
  if (!joined) throw noList()
  return joined
}
