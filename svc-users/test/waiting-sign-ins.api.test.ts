import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { until } from '@offquad/service-kit/testing'
import { decideWaitingSignIn, getMe, getPeopleLog, getWaitingSignIns, pathOf } from '@offquad/contracts'
import { deliverOutboxes } from '../src/deliver-outboxes'
import { sendSignInMails } from '../src/waiting-sign-ins/send-sign-in-mails'
import { type Mail } from '../src/mail/mailer'
import { openBrowser } from './browser'
import { startUsers, type TestUsers } from './start-users'

const MAYA = 'maya@cornell.edu'

let service: TestUsers
let admin: string
beforeAll(async () => {
  service = await startUsers()
})
beforeEach(async () => {
  await service.reset()
  admin = (await service.signIn('admin@cornell.edu')).body.accessToken
})
afterAll(() => service.close())

/** Signs in as Maya with another account of the identity provider than the one she has. */
const signInAnew = async (subject = 'new-subject', email = MAYA) =>
  service.present(await service.identity.credentialFor(email, { subject }))

/** Maya, and the id of the sign-in that waits. */
async function letMayaWait() {
  const { user, accessToken } = (await service.signIn(MAYA)).body
  await signInAnew()
  const [{ id }] = (await listWaiting()).items
  return { user, accessToken, id }
}

const listWaiting = async () => (await service.call(getWaitingSignIns.path, { token: admin })).body

const signInsInLog = async () => {
  const { entries } = (await service.call(getPeopleLog.path, { token: admin })).body
  const actions: string[] = entries.map(({ action }: { action: string }) => action)
  return actions.filter((action) => action.startsWith('sign-in'))
}

const decide = async (id: string, decision: string, token = admin) => {
  const { status, body } = await service.call(pathOf(decideWaitingSignIn, { id }), {
    method: 'PUT',
    token,
    body: { decision },
  })
  return { status, body }
}

const mails = async () => {
  const names = (await readdir(service.mailDir).catch(() => [])).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(path.join(service.mailDir, name), 'utf8')))
  return texts.map((text) => ({
    to: /^To: (.*?)\r?$/m.exec(text)?.[1],
    subject: /^Subject: (.*?)\r?$/m.exec(text)?.[1],
  }))
}

describe('a known address with a new subject', () => {
  it('does not get the account, but waits for an administrator and learns about the next step', async () => {
    const { user } = (await service.signIn(MAYA)).body

    const refused = await signInAnew()

    expect(refused).toMatchObject({ status: 403, body: { type: '/problems/sign-in-waits' } })
    expect(refused.body.detail).toMatch(
      /An administrator has to confirm that it is yours. We will send a mail to maya@cornell.edu/,
    )
    expect(await listWaiting()).toEqual({
      items: [
        {
          id: expect.any(String),
          email: MAYA,
          displayName: 'Maya',
          requestedAt: expect.any(String),
          account: {
            userId: user.uid,
            displayName: 'Maya',
            role: 'student',
            signedInAt: expect.any(String),
          },
        },
      ],
      total: 1,
    })
    expect((await service.signIn(MAYA)).body.user.uid).toBe(user.uid)
  })

  it('waits once however often it signs in, and the owner of the address gets one mail', async () => {
    await service.signIn(MAYA)

    await Promise.all(Array.from({ length: 5 }, () => signInAnew()))

    expect((await listWaiting()).total).toBe(1)
    await until(async () => (await mails()).length > 0)
    await deliverOutboxes(service.context)
    expect(await mails()).toEqual([
      { to: `Maya <${MAYA}>`, subject: expect.stringContaining('A new Google account') },
    ])
  })
})

it('counts the mails that a mail server does not accept, until it does', async () => {
  await service.signIn(MAYA)
  await signInAnew()
  const { waitingSignIns } = service.context
  await until(async () => (await waitingSignIns.unsentMails()).entries === 0)
  const [{ id, requestedAt }] = (await listWaiting()).items
  const decidedAt = new Date(Date.parse(requestedAt) + 60_000)

  await waitingSignIns.decide(id, 'refused', { adminId: 'a1', decidedAt, replacedSubject: 'x' })

  expect(await waitingSignIns.unsentMails()).toEqual({ entries: 1, oldest: decidedAt })
  await sendSignInMails({ ...service.context, sendMail: () => Promise.reject(new Error('no mail server')) })
  expect((await waitingSignIns.unsentMails()).entries).toBe(1)
})

it('sends the other mails although one of them is refused, and each once in a run', async () => {
  for (const name of ['maya', 'theo', 'nina']) {
    await service.signIn(`${name}@cornell.edu`)
    await signInAnew(`new-${name}`, `${name}@cornell.edu`)
  }
  const { waitingSignIns, now, connection } = service.context
  await until(async () => (await waitingSignIns.unsentMails()).entries === 0)
  await connection.collection('waiting_sign_ins').updateMany({}, { $set: { unsentMail: 'requested' } })
  service.clock.elapsedMs += 2 * 60_000
  const run = async (error: object) => {
    const tried: string[] = []
    const sendMail = async ({ to: { address } }: Mail) => {
      tried.push(address)
      // It takes longer than a mail is reserved for.
      service.clock.elapsedMs += 2 * 60_000
      throw Object.assign(new Error('refused'), error)
    }
    await sendSignInMails({ ...service.context, sendMail, now, log: { warn: () => undefined } })
    return tried
  }

  expect((await run({ responseCode: 452 })).toSorted()).toEqual(
    ['maya', 'nina', 'theo'].map((name) => `${name}@cornell.edu`),
  )
  expect(await run({ code: 'ECONNECTION' })).toHaveLength(1)
})

describe('the owner of a subject', () => {
  it('keeps the account under a new address, which then is the address of the account', async () => {
    const before = await signInAnew('same', 'old.name@cornell.edu')
    const renamed = await signInAnew('same', 'new.name@cornell.edu')

    expect(renamed.body.user).toMatchObject({ uid: before.body.user.uid, email: 'new.name@cornell.edu' })
  })

  it('does not get the account of another user with the same address', async () => {
    await service.signIn(MAYA)
    await signInAnew('same', 'old.name@cornell.edu')

    expect(await signInAnew('same', MAYA)).toMatchObject({
      status: 409,
      body: { type: '/problems/email-taken' },
    })
    expect((await listWaiting()).total).toBe(0)
  })
})

describe('an administrator who allows a waiting sign-in', () => {
  it('gives the account to the new subject, and ends the sessions and tokens of the old one', async () => {
    const old = openBrowser(service)
    const { accessToken, user } = (await old.signIn(MAYA)).body
    await signInAnew()
    const [{ id }] = (await listWaiting()).items

    expect(await decide(id, 'allowed')).toMatchObject({ status: 200, body: { id, decision: 'allowed' } })

    expect((await service.call(getMe.path, { token: accessToken })).status).toBe(401)
    expect((await old.refresh()).status).toBe(401)
    expect((await signInAnew()).body.user.uid).toBe(user.uid)
    // Now it is the old one that has to wait.
    expect((await service.signIn(MAYA)).status).toBe(403)
  })

  it('is in the log, and the owner of the address gets a mail', async () => {
    const { id } = await letMayaWait()
    await until(async () => (await mails()).length === 1)

    await decide(id, 'allowed')

    await until(async () => (await mails()).length === 2)
    expect((await mails())[1]).toEqual({
      to: `Maya <${MAYA}>`,
      subject: 'Your account on Offquad has a new Google account',
    })
    const { entries } = (await service.call(getPeopleLog.path, { token: admin })).body
    expect(entries[0]).toMatchObject({ action: 'sign-in-allowed', email: MAYA })
  })

  it('may repeat the decision; another one who refuses gets a conflict', async () => {
    const { id } = await letMayaWait()

    const first = await decide(id, 'allowed')

    expect(await decide(id, 'allowed')).toEqual(first)
    expect(await decide(id, 'refused')).toMatchObject({
      status: 409,
      body: { detail: 'An administrator has already allowed this sign-in.' },
    })
  })

  it('does not hand over an account that has another address by now', async () => {
    const { user } = (await signInAnew('owner', MAYA)).body
    await signInAnew('stranger', MAYA)
    const [{ id }] = (await listWaiting()).items
    const { users, waitingSignIns } = service.context

    // Simulates a process that dies right after the address has changed.
    const renamed = { subject: 'owner', email: 'maya.kim@cornell.edu', displayName: 'Maya', photoURL: null }
    await users.saveProfile(renamed)
    expect((await decide(id, 'allowed')).status).toBe(404)
    // Simulates an administrator who decided right before that.
    const decided = { adminId: 'a', decidedAt: new Date(), replacedSubject: 'owner' }
    await waitingSignIns.decide(id, 'allowed', decided)
    await deliverOutboxes(service.context)

    expect((await users.find(user.uid))?.subject).toBe('owner')
    expect((await signInAnew('stranger', MAYA)).body.user.uid).not.toBe(user.uid)
  })

  it('does not see what waits for an address that the account had before', async () => {
    await signInAnew('owner', MAYA)
    await signInAnew('stranger', MAYA)

    await signInAnew('owner', 'maya.kim@cornell.edu')

    expect(await listWaiting()).toEqual({ items: [], total: 0 })
  })

  it('has each decision in the log, also about somebody who waits again', async () => {
    await signInAnew('one')
    for (const [subject, decision] of [
      ['two', 'allowed'],
      ['one', 'allowed'],
      ['two', 'refused'],
    ] as const) {
      await signInAnew(subject)
      const [{ id }] = (await listWaiting()).items
      for (let times = 0; times < 2; times += 1) await decide(id, decision)
    }

    expect(await signInsInLog()).toEqual(['sign-in-refused', 'sign-in-allowed', 'sign-in-allowed'])
  })

  it('decides for good although another one decides otherwise at the same time', async () => {
    const { user, id } = await letMayaWait()

    const replies = await Promise.all(['allowed', 'refused'].map((decision) => decide(id, decision)))

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const isAllowed = replies[0]?.status === 200
    const anew = await signInAnew()
    expect(anew.status).toBe(isAllowed ? 200 : 403)
    expect((await service.context.users.find(user.uid))?.subject === 'new-subject').toBe(isAllowed)
  })
})

describe('an administrator who refuses a waiting sign-in', () => {
  it('leaves the account unchanged, and the new subject gets the reason', async () => {
    const { user, id } = await letMayaWait()

    await decide(id, 'refused')

    expect(await signInAnew()).toMatchObject({ status: 403, body: { type: '/problems/sign-in-refused' } })
    expect((await service.signIn(MAYA)).body.user.uid).toBe(user.uid)
    expect(await listWaiting()).toEqual({ items: [], total: 0 })
  })
})

describe('a waiting sign-in', () => {
  it('is deleted with the account that it is about', async () => {
    const { accessToken } = await letMayaWait()

    await service.call('/api/account/delete', { token: accessToken, body: { reviews: 'remove' } })

    expect((await listWaiting()).total).toBe(0)
    expect((await signInAnew()).status).toBe(200)
  })
})
