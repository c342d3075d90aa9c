import { until } from '@offquad/service-kit/testing'
import { getMe, getPeople, getPeopleLog, type Person, type Role, setRole } from '@offquad/contracts'
import { deliverOutboxes } from '../src/deliver-outboxes'
import { runRoleCommand } from '../src/people/role-command'
import { openBrowser } from './browser'
import { startUsers, type TestUsers } from './start-users'

const startedAt = Date.now()
let service: TestUsers
/** The token of an administrator. */
let admin: string
beforeAll(async () => {
  service = await startUsers()
})
beforeEach(async () => {
  await service.reset()
  admin = (await enter('admin@cornell.edu')).accessToken
})
afterAll(() => service.close())

const enter = async (email: string) => (await service.signIn(email)).body

const decide = async (token: string, email: string, role: Role, slices?: string[]) => {
  const { status, body } = await service.call(setRole.path, {
    method: 'PUT',
    token,
    body: { email, role, ...(slices && { slices }) },
  })
  return { status, body }
}

const listed = async (token: string, query = '') =>
  (await service.call(getPeople.path + query, { token })).body as {
    items: Person[]
    total: number
    next?: string
  }

const logged = async (token: string) =>
  (await service.call(getPeopleLog.path, { token })).body.entries as { action: string; email: string }[]

describe('a role', () => {
  it('is granted to an account, whose sessions end so that it signs in with it', async () => {
    const maya = openBrowser(service)
    const { accessToken: before, user } = (await maya.signIn('maya@cornell.edu')).body

    const { status, body } = await decide(admin, 'Maya@Cornell.edu', 'developer')

    expect(status).toBe(200)
    expect(body).toMatchObject({ userId: user.uid, email: 'maya@cornell.edu', role: 'developer' })
    expect((await service.call(getMe.path, { token: before })).status).toBe(401)
    expect((await maya.refresh()).status).toBe(401)
    expect((await enter('maya@cornell.edu')).user.role).toBe('developer')
  })

  it('is granted in advance to an address that has not signed in yet', async () => {
    const { body } = await decide(admin, 'soon@cornell.edu', 'admin')

    expect(body).not.toHaveProperty('userId')
    expect((await enter('soon@cornell.edu')).user.role).toBe('admin')
    expect((await listed(admin)).items.filter(({ email }) => email === 'soon@cornell.edu')).toHaveLength(1)
  })

  it('of a developer may name slices, in the token too, and a change of them ends the sessions', async () => {
    await decide(admin, 'maya@cornell.edu', 'developer', ['mfe-browse'])
    const maya = await enter('maya@cornell.edu')
    expect(maya.user).toMatchObject({ role: 'developer', slices: ['mfe-browse'] })
    const claims = Buffer.from(maya.accessToken.split('.')[1] ?? '', 'base64url').toString()
    expect(JSON.parse(claims)).toMatchObject({ role: 'developer', slices: ['mfe-browse'] })

    const { body } = await decide(admin, 'maya@cornell.edu', 'developer', ['shell', 'mfe-browse'])

    expect(body).toMatchObject({ role: 'developer', slices: ['shell', 'mfe-browse'] })
    expect((await service.call(getMe.path, { token: maya.accessToken })).status).toBe(401)
    expect((await logged(admin))[0]).toMatchObject({
      action: 'role-granted',
      role: 'engineer of shell, mfe-browse',
    })
  })

  it('that stays the same ends no session, although a decision now holds what the settings gave', async () => {
    const { accessToken: token } = await enter('dev@cornell.edu')

    const { body } = await decide(admin, 'dev@cornell.edu', 'developer')

    expect(body).toMatchObject({ role: 'developer', decidedAt: expect.any(String) })
    expect((await service.call(getMe.path, { token })).status).toBe(200)
  })

  it('is read of an account that was stored before there were slices', async () => {
    const { accessToken: token } = await enter('maya@cornell.edu')
    await service.context.connection.collection('users').updateMany({}, { $unset: { slices: '' } })

    expect((await service.call(getMe.path, { token })).status).toBe(200)
    expect((await enter('maya@cornell.edu')).user).not.toHaveProperty('slices')
  })

  it('that was granted in advance can be revoked before the first sign-in', async () => {
    await decide(admin, 'soon@cornell.edu', 'admin')

    await decide(admin, 'soon@cornell.edu', 'student')

    expect((await listed(admin)).items.map(({ email }) => email)).not.toContain('soon@cornell.edu')
    expect((await enter('soon@cornell.edu')).user.role).toBe('student')
  })

  it('is in the log once with the administrator, however often the decision is repeated', async () => {
    const { user: boss } = await enter('admin@cornell.edu')
    const { user } = await enter('maya@cornell.edu')
    await decide(admin, 'maya@cornell.edu', 'developer')
    await decide(admin, 'maya@cornell.edu', 'developer')
    await decide(admin, 'maya@cornell.edu', 'student')
    await decide(admin, 'maya@cornell.edu', 'student')

    const about = {
      email: 'maya@cornell.edu',
      userId: user.uid,
      adminId: boss.uid,
      role: 'developer',
    }
    expect((await logged(admin)).filter(({ email }) => email === about.email)).toEqual([
      expect.objectContaining({ ...about, action: 'role-revoked' }),
      expect.objectContaining({ ...about, action: 'role-granted' }),
    ])
  })

  it('has no name in the log after the account is deleted', async () => {
    await enter('maya@cornell.edu')
    await decide(admin, 'maya@cornell.edu', 'developer')
    const { accessToken: token } = await enter('maya@cornell.edu')

    await service.call('/api/account/delete', { token, body: { reviews: 'remove' } })

    const entries = await logged(admin)
    expect(JSON.stringify(entries)).not.toContain('maya')
    expect(entries[0]).toMatchObject({ action: 'role-granted', role: 'developer', userId: null, email: null })
  })

  it('for an address of another domain, or with slices but not of a developer, is rejected at the field', async () => {
    const rejectedAt = (field: string) => ({ status: 400, body: { errors: [{ field }] } })

    expect(await decide(admin, 'maya@gmail.com', 'admin')).toMatchObject(rejectedAt('email'))
    expect(await decide(admin, 'maya@cornell.edu', 'admin', ['shell'])).toMatchObject(rejectedAt('slices'))
  })
})

describe('the last administrator', () => {
  it('keeps the role', async () => {
    expect(await decide(admin, 'admin@cornell.edu', 'student')).toMatchObject({
      status: 409,
      body: { type: '/problems/last-administrator' },
    })
    expect((await listed(admin, '?role=admin')).items).toContainEqual(
      expect.objectContaining({ email: 'admin@cornell.edu', isLastAdministrator: true }),
    )
  })

  it('is left over when two administrators revoke each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { accessToken: ada } = await enter('admin@cornell.edu')
      const { accessToken: bo } = await enter('boss@cornell.edu')

      const answers = await Promise.all([
        decide(ada, 'boss@cornell.edu', 'student'),
        decide(bo, 'admin@cornell.edu', 'student'),
      ])

      expect(await service.context.users.countAdministrators()).toBe(1)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const winner = answers[0]?.status === 200 ? ada : bo
      await decide(winner, 'admin@cornell.edu', 'admin')
      await decide(winner, 'boss@cornell.edu', 'admin')
    }
  })
})

describe('granting and revoking', () => {
  it('requires a sign-in within the last five minutes, even with a fresh token', async () => {
    const browser = openBrowser(service)
    service.clock.elapsedMs = -6 * 60_000
    await browser.signIn('admin@cornell.edu')
    service.clock.elapsedMs = 0
    const { accessToken } = (await browser.refresh()).body

    const { status, body } = await decide(accessToken, 'maya@cornell.edu', 'admin')

    expect([status, body.type]).toEqual([403, '/problems/recent-sign-in-required'])
    const { accessToken: fresh } = (await browser.signIn('admin@cornell.edu')).body
    expect((await decide(fresh, 'maya@cornell.edu', 'admin')).status).toBe(200)
  })
})

describe('the settings of the site', () => {
  it('revoke a role from an address that is no longer listed, and none that an administrator granted', async () => {
    const shared = service
    service = await startUsers()
    const { accessToken: token, user } = await enter('admin@cornell.edu')
    await enter('boss@cornell.edu')
    const { user: maya } = await enter('maya@cornell.edu')
    await decide(token, 'maya@cornell.edu', 'admin')

    // The same database under other settings, as after a restart.
    const { MONGODB_DATABASE } = service.context.config
    const restarted = await startUsers({}, { ADMIN_EMAILS: '', MONGODB_DATABASE })

    expect((await restarted.context.users.find(user.uid))?.role).toBe('student')
    expect((await restarted.context.users.find(maya.uid))?.role).toBe('admin')
    expect((await restarted.signIn('boss@cornell.edu')).body.user.role).toBe('developer')
    await restarted.close()
    await service.close()
    service = shared
  })

  it.each(['student', 'developer'] as const)(
    'do not restore a role that was lowered to %s, not even for a new account, and the list says so',
    async (role) => {
      await enter('boss@cornell.edu')

      const { body } = await decide(admin, 'boss@cornell.edu', role)

      expect(body).toMatchObject({ role, configuredRole: 'admin' })
      const { accessToken: token, user } = await enter('boss@cornell.edu')
      expect(user.role).toBe(role)
      await service.call('/api/account/delete', { token, body: { reviews: 'remove' } })
      expect((await enter('boss@cornell.edu')).user.role).toBe('student')
      expect((await listed(admin)).items).toContainEqual(
        expect.objectContaining({ email: 'boss@cornell.edu', role: 'student', configuredRole: 'admin' }),
      )
    },
  )
})

describe('the list of people', () => {
  it('is paged by address and has the time each person was last seen', async () => {
    for (let index = 100; index < 160; index += 1)
      await service.context.addressRoles.put(
        { email: `p${index}@cornell.edu`, role: 'developer', slices: [], decidedAt: new Date() },
        { revision: index, isOver: false },
      )
    // On another device, an hour ago.
    service.clock.elapsedMs = -60 * 60_000
    await enter('admin@cornell.edu')

    const first = await listed(admin)
    const second = await listed(admin, `?cursor=${first.next}`)

    const emails = [...first.items, ...second.items].map(({ email }) => email)
    expect(emails).toEqual([...new Set(emails)].toSorted())
    expect(emails).toHaveLength(first.total)
    expect(second).not.toHaveProperty('next')
    const seen = first.items.find(({ email }) => email === 'admin@cornell.edu')?.lastSeenAt
    expect(Date.parse(seen ?? '')).toBeGreaterThanOrEqual(startedAt)
  })

  it('has a role that was granted in advance only until its owner has it', async () => {
    await decide(admin, 'soon@cornell.edu', 'developer')
    // Simulates an account that is created at the moment in which the role is granted.
    const profile = { subject: 's', email: 'soon@cornell.edu', displayName: 'Soon', photoURL: null }
    await service.context.users.saveProfile(profile)

    await deliverOutboxes(service.context)

    expect((await service.context.users.findByEmail('soon@cornell.edu'))?.role).toBe('developer')
    expect(await service.context.addressRoles.list()).toEqual([])
  })
})

describe('the command for operators', () => {
  const run = (...args: string[]) =>
    runRoleCommand({ ...service.context, now: () => new Date() }, args).catch((error: Error) => error.message)

  it('grants and revokes a role as the page does, and the log names it', async () => {
    const { accessToken: before } = await enter('maya@cornell.edu')

    expect(await run('grant', 'Maya@cornell.edu', 'admin')).toBe('maya@cornell.edu is an administrator.')

    await until(async () => (await service.call(getMe.path, { token: before })).status === 401)
    expect((await enter('maya@cornell.edu')).user.role).toBe('admin')
    expect(await run('revoke', 'maya@cornell.edu', 'developer')).toBe(
      'maya@cornell.edu is an administrator, not a developer.',
    )
    expect(await run('revoke', 'maya@cornell.edu', 'admin')).toBe('maya@cornell.edu no longer has a role.')
    expect((await logged(admin))[0]).toMatchObject({ action: 'role-revoked', adminId: 'command-line' })
  })

  it('prints its usage, roles that cannot be revoked, and settings that still list the address', async () => {
    expect(await run('grant', 'maya@cornell.edu')).toMatch(/^Usage: role grant\|revoke EMAIL ROLE/)
    expect(await run('grant', 'maya@gmail.com', 'admin')).toMatch(/@cornell\.edu can sign in/)
    expect(await run('revoke', 'admin@cornell.edu', 'admin')).toMatch(/^This is the last administrator/)
    expect(await run('revoke', 'dev@cornell.edu', 'developer')).toMatch(/DEVELOPER_EMAILS still lists/)
  })
})
