import { getAdministrators, getPeople, getPeopleLog, type Person, setRole } from '@offquad/contracts'
import { readCursor, requireAdmin, requireRecentSignIn, route, toPage } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { decideRole, finishRoleChange, type RoleDeps } from './change-role'
import { listPeople } from './list-people'

const PEOPLE_PAGE_SIZE = 50
const LOG_PAGE_SIZE = 20

export function registerPeople(app: FastifyInstance, deps: RoleDeps): void {
  route(app, getPeople, async ({ query: { role, cursor } }) => {
    const people = (await listPeople(deps)).filter((person) => role === undefined || person.role === role)
    const after = readCursor(cursor, () => true)
    const following = people.filter(({ email }) => email > after)
    return { total: people.length, ...toPage(following, PEOPLE_PAGE_SIZE, ({ email }) => email) }
  })

  route(app, setRole, async ({ body, caller, log }) => {
    const identity = requireAdmin(caller)
    requireRecentSignIn(identity)
    await decideRole(deps, { ...body, by: identity.userId })
    log.info({ role: body.role, adminId: identity.userId }, 'role decided')
    return personAt(await listPeople(deps), body.email.trim().toLowerCase())
  })

  route(app, getAdministrators, async () =>
    (await deps.users.listAdministrators()).map(({ id, displayName }) => ({ id, displayName })),
  )

  route(app, getPeopleLog, async ({ query: { adminId, after, size = LOG_PAGE_SIZE } }) => {
    // Administrators see their latest decision, even if the process that made it has died.
    await finishRoleChange(deps)
    return deps.peopleLog.listPage(adminId === undefined ? {} : { adminId }, { after, size })
  })
}

/** People without a role are not on the list. */
const personAt = (people: Person[], email: string): Person =>
  people.find((person) => person.email === email) ?? { email, role: 'student', isLastAdministrator: false }
