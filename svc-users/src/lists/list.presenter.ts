import {
  inListOrder,
  LIST_VOTES,
  type SharedList,
  type Shortlist,
  type ShortlistSummary,
} from '@offquad/contracts'
import { isOwner, noList, requireMember } from './list.policy'
import { type StoredList, type StoredMember } from './lists.repository'

/** A list as a member sees it, without ids of users. @throws NotFoundError when the user is not a member */
export function presentList(list: StoredList | undefined, userId: string): Shortlist {
  if (!list) throw noList()
  const { id, name, version, members, places, invite } = list
  const me = requireMember(list, userId)
  return {
    id,
    name,
    version,
    me: me.id,
    showsMinutes: me.showsMinutes,
    members: members.map((member) => presentMember(list, member)),
    places: inListOrder(places),
    ...(invite && isOwner(list, me) && { invite }),
  }
}

const presentMember = (list: StoredList, member: StoredMember) => ({
  id: member.id,
  name: member.name,
  isOwner: isOwner(list, member),
})

export const summarizeList = (
  { id, name, members, places }: StoredList,
  userId: string,
): ShortlistSummary => ({
  id,
  name,
  memberNames: members.filter((member) => member.userId !== userId).map((member) => member.name),
  placeIds: inListOrder(places).map((place) => place.id),
})

/** @throws NotFoundError when the link has ended */
export function presentShared(list: StoredList | undefined): SharedList {
  const owner = list?.members[0]
  if (!list?.invite || !owner) throw noList()
  return {
    name: list.name,
    ownerName: owner.name,
    allows: list.invite.allows,
    places: inListOrder(list.places).map(({ id, note, opinions }) => ({
      id,
      note,
      votes: Object.fromEntries(
        LIST_VOTES.map((vote) => [vote, opinions.filter((opinion) => opinion.vote === vote).length]),
      ),
    })),
  }
}
