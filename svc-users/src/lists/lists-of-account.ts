import { type AccountExport, inListOrder, listChanged } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { withoutMember } from './list-content'
import { requireMember } from './list.policy'
import { type ListsRepository } from './lists.repository'

type ExportedList = NonNullable<AccountExport['lists']>[number]

/** The lists of a user, without the opinions of other members. */
export async function exportLists(
  lists: Pick<ListsRepository, 'listOf'>,
  userId: string,
): Promise<ExportedList[]> {
  return (await lists.listOf(userId)).map((list) => {
    const me = requireMember(list, userId)
    return {
      name: list.name,
      memberName: me.name,
      showsMinutes: me.showsMinutes,
      places: inListOrder(list.places).map(({ id, note, opinions }) => {
        const { vote, comment } = opinions.find(({ memberId }) => memberId === me.id) ?? {}
        return { id, note, ...(vote && { vote }), ...(comment && { comment }) }
      }),
    }
  })
}

interface LeaveDeps {
  lists: Pick<ListsRepository, 'listOf' | 'change'>
  events: Pick<Events, 'publish'>
}

/** Removes the user and their opinions from every list; the other members keep the list. */
export async function leaveAllLists({ lists, events }: LeaveDeps, userId: string): Promise<void> {
  for (const { id } of await lists.listOf(userId)) {
    const left = await lists.change(id, (list) => {
      const me = list.members.find((member) => member.userId === userId)
      return me ? withoutMember(list, me.id) : list
    })
    if (left) await events.publish(listChanged, { listId: id, version: left.version, changesMembers: true })
  }
}
