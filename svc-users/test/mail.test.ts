import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { startMailServer, until } from '@offquad/service-kit/testing'
import { sendReviewApprovedMail as sendReviewApprovedMailJob } from '@offquad/contracts'
import { startJobs } from '../src/jobs'
import { createMailer, isMailServerUnavailable } from '../src/mail/mailer'
import { sendReviewApprovedMail } from '../src/mail/send-review-approved-mail.job'
import { startUsers, type TestUsers } from './start-users'

let service: TestUsers
beforeAll(async () => {
  service = await startUsers()
})
afterAll(() => service.close())

const silent = { info: () => undefined, warn: () => undefined }
const from = { name: 'Offquad', address: 'no-reply@offquad.test' }
const aboutHouse = { reviewId: 'r1', aptId: 'a 1', landlordId: 'L' }

const mailsIn = async (folder: string) => {
  const names = await readdir(folder).catch(() => [])
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
}

describe('the mail about an approved review', () => {
  it('goes to its author as plain text with a link to the page', async () => {
    await startJobs(service.context)
    const { uid } = (await service.signIn('maya.lindqvist@cornell.edu')).body.user

    await service.context.jobs.add(sendReviewApprovedMailJob, { userId: uid, ...aboutHouse, approval: 'c1' })
    await until(async () => (await mailsIn(service.mailDir)).length > 0)

    const [mail = ''] = await mailsIn(service.mailDir)
    expect(mail).toMatch(/^To: Maya Lindqvist <maya\.lindqvist@cornell\.edu>\r?$/m)
    expect(mail).toMatch(/^From: Offquad <no-reply@offquad\.test>\r?$/m)
    expect(mail).toMatch(/^Subject: Your review is on Offquad\r?$/m)
    expect(mail).toMatch(/^Content-Type: text\/plain/m)
    expect(mail).toContain('https://offquad.test/apartment/a%201')
    expect(mail).toMatch(/^Message-ID: <approval\.c1@offquad\.test>\r?$/m)
    expect(mail).not.toContain('r1')
  })

  it('links to the landlord if there is no apartment', async () => {
    const sent: string[] = []
    const context = {
      ...service.context,
      sendMail: async ({ text }: { text: string }) => void sent.push(text),
    }
    const { uid } = (await service.signIn('theo@cornell.edu')).body.user

    await sendReviewApprovedMail(context, { userId: uid, ...aboutHouse, aptId: null })

    expect(sent.join()).toContain('https://offquad.test/landlord/L')
  })

  it('is not sent after the account was deleted', async () => {
    const before = (await mailsIn(service.mailDir)).length

    await sendReviewApprovedMail(service.context, { userId: 'gone', ...aboutHouse })

    expect(await mailsIn(service.mailDir)).toHaveLength(before)
  })
})

describe('mail', () => {
  const mail = {
    to: { name: 'Ann\r\nBcc: x@evil.test', address: 'ann@cornell.edu' },
    subject: 'Hi',
    text: 'Text',
  }

  it('is sent through the mail server if one is configured', async () => {
    const server = await startMailServer()

    await createMailer({ SMTP_URL: server.url, from, log: silent })(mail)
    await server.close()

    expect(server.mails).toHaveLength(1)
    expect(server.mails[0]).toContain('Subject: Hi')
    expect(server.mails[0]).not.toMatch(/^Bcc:/m)
  })

  it('is retried until the server accepts it', async () => {
    const server = await startMailServer()
    const sendMail = createMailer({ SMTP_URL: server.url, from, log: silent })
    server.refuseWith(451)
    await expect(sendMail(mail)).rejects.toThrow(/refused/)
    const { uid } = (await service.signIn('again@cornell.edu')).body.user
    const other = await startUsers({ sendMail })
    let attempts = 0
    await other.context.jobs.registerWorker(sendReviewApprovedMailJob, async (payload) => {
      attempts += 1
      if (attempts > 1) server.refuseWith(undefined)
      await sendReviewApprovedMail({ ...service.context, sendMail }, payload)
    })

    await other.context.jobs.add(sendReviewApprovedMailJob, { userId: uid, ...aboutHouse })
    await until(() => server.mails.length === 1)

    expect(attempts).toBe(2)
    await other.close()
    await server.close()
  })

  it('is not retried for a mailbox that was closed', async () => {
    const server = await startMailServer()
    const warnings: object[] = []
    const log = { ...silent, warn: (fields: object) => void warnings.push(fields) }
    server.refuseWith(550)

    await createMailer({ SMTP_URL: server.url, from, log })(mail)
    await server.close()

    expect(server.mails).toEqual([])
    expect(warnings).toEqual([{ responseCode: 550, subject: 'Hi' }])
  })

  it('is given up soon when the server does not answer', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const sendMail = createMailer({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      from,
      log: silent,
      answersWithinMs: 50,
    })

    const error: unknown = await sendMail(mail).catch((thrown: unknown) => thrown)
    server.close()

    expect(error).toMatchObject({ code: 'ETIMEDOUT' })
    expect(isMailServerUnavailable(error)).toBe(true)
  })

  it('is written to a folder that only its owner can read', async () => {
    const folder = path.join(service.mailDir, 'private')

    await createMailer({ MAIL_DIR: folder, from, log: silent })(mail)

    const [name = ''] = await readdir(folder)
    const modes = await Promise.all([folder, path.join(folder, name)].map((file) => stat(file)))
    await rm(folder, { recursive: true })
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600'])
  })

  it('is only logged if neither a server nor a folder is configured', async () => {
    const lines: string[] = []

    await createMailer({ from, log: { ...silent, info: (_fields, message) => void lines.push(message) } })(
      mail,
    )

    expect(lines).toEqual(['mail not sent: neither SMTP_URL nor MAIL_DIR is set'])
  })
})
