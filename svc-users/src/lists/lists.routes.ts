import { randomUUID } from 'node:crypto'
import {
  addList,
  deleteList,
  getList,
  getListMinutes,
  getLists,
  joinList as joinListCall,
  listChanged,
  openSharedList,
  putListMember,
  putListOpinion,
  putListPlace,
  removeListMember,
  removeListPlace,
  renameList,
  reportList,
  shareList,
  watchList,
} from '@offquad/contracts'
import {
  type Caller,
  type Events,
  idempotencyKeyUsed,
  idOfWrite,
  requireIdentity,
  route,
} from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Catalog, requireKnown } from '../catalog-client'
import { type Repositories } from '../repositories'
import { requireSame } from '../require-same'
import { cleanName } from '../clean-name'
import { createMember, joinList } from './join-list'
import { withInvite, withoutMember, withOpinion, withoutPlace, withPlace } from './list-content'
import { type MinutesDeps, readListMinutes } from './list-minutes'
import { noList, requireMember, requireOwner, requireRoom } from './list.policy'
import { presentList, presentShared, summarizeList } from './list.presenter'
import { type ListChange, type StoredList } from './lists.repository'
import { describeReport } from './report-list'
import { watchLists } from './watch-lists'

interface ListsDeps extends MinutesDeps, Pick<Repositories, 'lists' | 'contactQuestions' | 'users'> {
  catalog: Catalog
  events: Pick<Events, 'subscribe' | 'publish'>
  log: { warn(fields: object, message: string): void }
  now: () => Date
}

/** Lists of places, private or shared with other users. */
export function registerLists(app: FastifyInstance, deps: ListsDeps): void {
  const { lists, catalog, events } = deps
  const streams = watchLists(deps)
  app.addHook('preClose', async () => streams.close())

  const publish = ({ id, version }: StoredList, changesMembers = false) =>
    events.publish(listChanged, { listId: id, version, changesMembers })

  /** @throws NotFoundError when the caller is not a member */
  async function find(id: string, caller: Caller): Promise<StoredList> {
    const list = await lists.find(id)
    if (!list) throw noList()
    requireMember(list, userOf(caller))
    return list
  }

  /** Changes a list as one of its members. */
  async function change(
    id: string,
    caller: Caller,
    ofMember: (list: StoredList, memberId: string) => StoredList,
    options: { isOwners?: true; changesMembers?: true } = {},
  ) {
    const userId = userOf(caller)
    const asMember: ListChange = (list) => {
      const member = requireMember(list, userId)
      if (options.isOwners) requireOwner(list, userId)
      return ofMember(list, member.id)
    }
    const changed = await lists.change(id, asMember)
    if (changed) await publish(changed, options.changesMembers)
    return changed
  }

  /** Like `change`. @returns the list as the member sees it now */
  const changeAndShow = async (...args: Parameters<typeof change>) =>
    presentList(await change(...args), userOf(args[1]))

  route(app, getLists, async ({ caller }) => {
    const userId = userOf(caller)
    const joined = await lists.listOf(userId)
    return {
      items: joined
        .map((list) => summarizeList(list, userId))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    }
  })

  route(app, addList, async ({ body: { name, ...appearance }, caller, idempotencyKey }) => {
    const userId = userOf(caller)
    const id = idOfWrite(userId, idempotencyKey)
    if (!(await lists.find(id))) await requireRoom(lists, userId)
    const list = { name: cleanName(name), members: [createMember(userId, appearance)], places: [] }
    await lists.add({ id, ...list, version: 1 })
    const stored = await lists.find(id)
    if (stored) requireSame(asSent(list, userId), asSent(stored, userId), { what: 'list', id })
    return presentList(stored, userId)
  })

  route(app, getList, async ({ params: { id }, caller }) => presentList(await lists.find(id), userOf(caller)))

  route(app, watchList, async ({ params: { id }, caller }, exchange) =>
    streams.open(exchange, await find(id, caller)),
  )

  route(app, getListMinutes, async ({ params: { id }, caller }) =>
    readListMinutes(deps, await find(id, caller)),
  )

  route(app, renameList, async ({ params: { id }, body, caller }) => {
    const name = cleanName(body.name)
    return changeAndShow(id, caller, (list) => ({ ...list, name }), { isOwners: true })
  })

  route(app, deleteList, async ({ params: { id }, caller, log }) => {
    const { userId, role } = requireIdentity(caller)
    const deleted = await lists.change(id, (list) => {
      if (role !== 'admin') requireOwner(list, userId)
      return { ...list, members: [] }
    })
    if (!deleted) throw noList()
    await publish(deleted, true)
    log.info({ listId: id, userId }, 'list deleted')
    return null
  })

  route(app, putListPlace, async ({ params: { id, placeId }, body, caller }) => {
    const { places } = await find(id, caller)
    if (!places.some((place) => place.id === placeId))
      await requireKnown(catalog, { kind: 'apartment', itemId: placeId })
    return changeAndShow(id, caller, (list) => withPlace(list, placeId, body))
  })

  route(app, removeListPlace, async ({ params: { id, placeId }, caller }) =>
    changeAndShow(id, caller, (list) => withoutPlace(list, placeId)),
  )

  route(app, putListOpinion, async ({ params: { id, placeId }, body, caller }) =>
    changeAndShow(id, caller, (list, memberId) => withOpinion(list, placeId, memberId, body)),
  )

  route(app, putListMember, async ({ params: { id }, body: { memberName, showsMinutes }, caller }) => {
    const name = cleanName(memberName)
    return changeAndShow(id, caller, (list, memberId) => ({
      ...list,
      members: list.members.map((member) =>
        member.id === memberId ? { ...member, name, showsMinutes } : member,
      ),
    }))
  })

  route(app, removeListMember, async ({ params: { id, memberId }, caller }) => {
    const userId = userOf(caller)
    const remove = (list: StoredList, me: string) => {
      const left = withoutMember(list, memberId)
      if (memberId === me) return left
      requireOwner(list, userId)
      // The member may have the link, and would join again.
      return left.members.length < list.members.length ? withInvite(left, undefined) : left
    }
    if (!(await change(id, caller, remove, { changesMembers: true }))) throw noList()
    return null
  })

  route(app, shareList, async ({ params: { id }, body: { allows }, caller }) => {
    const invite = allows === 'nothing' ? undefined : { token: randomUUID(), allows }
    return changeAndShow(id, caller, (list) => withInvite(list, invite), { isOwners: true })
  })

  route(app, openSharedList, async ({ body: { token } }) => presentShared(await lists.findByToken(token)))

  route(app, joinListCall, async ({ body, caller }) => {
    const userId = userOf(caller)
    const joined = await joinList(lists, { ...body, userId })
    await publish(joined)
    return presentList(joined, userId)
  })

  route(app, reportList, async ({ params: { id }, body: { reason }, caller, idempotencyKey, log }) => {
    const list = await find(id, caller)
    const userId = userOf(caller)
    const account = await deps.users.find(userId)
    const questionId = idOfWrite(userId, idempotencyKey)
    const report = describeReport(list, reason)
    await deps.contactQuestions.add({
      id: questionId,
      userId,
      date: deps.now().toISOString(),
      status: 'PENDING',
      name: account?.displayName ?? '',
      email: account?.email ?? '',
      ...report,
    })
    if (idempotencyKey !== undefined) {
      const stored = await deps.contactQuestions.find(questionId)
      // Its name and its texts may have changed since.
      if (!stored?.msg.includes(` (${id}): ${reason}\n`)) throw idempotencyKeyUsed('report', questionId)
    }
    log.info({ listId: id, contactQuestionId: questionId }, 'list reported')
    return questionId
  })
}

const userOf = (caller: Caller): string => requireIdentity(caller).userId

/** The parts of a list that the request to create it determines. */
const asSent = ({ name, members }: Pick<StoredList, 'name' | 'members'>, userId: string) => ({
  name,
  me: members
    .filter((member) => member.userId === userId)
    .map((member) => [member.name, member.showsMinutes]),
})
