import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'

export interface Mail {
  to: { name: string; address: string }
  subject: string
  text: string
  /** Set for mails that may have to be sent again. */
  messageId?: string
  headers?: Record<string, string>
}

/** Rejects when the mail server does not accept the mail yet; the caller retries later. */
export type SendMail = (mail: Mail) => Promise<void>

interface MailSettings {
  SMTP_URL?: string
  MAIL_DIR?: string
  /** Sender of all mails. */
  from: { name: string; address: string }
  log: Record<'info' | 'warn', (fields: object, message: string) => void>
  /** Timeout of each step with the mail server. All steps end before another process may claim the mail. */
  answersWithinMs?: number
}

/** Errors that concern every mail, not one recipient. */
const UNAVAILABLE: unknown[] = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EAUTH']
export const isMailServerUnavailable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNAVAILABLE.includes(error.code)

/** SMTP commands whose replies concern one mail. Other errors refuse the service itself, and a retry may help. */
const COMMANDS_OF_MAIL: unknown[] = ['RCPT TO', 'DATA']
const isRefusedForGood = (error: unknown): error is Error & { responseCode: number } =>
  error instanceof Error &&
  'permanent' in error &&
  error.permanent === true &&
  'command' in error &&
  COMMANDS_OF_MAIL.includes(error.command)

/** Sends by SMTP if SMTP_URL is set; otherwise writes .eml files, readable by this user only, to MAIL_DIR; otherwise only logs the subject. */
export function createMailer({
  SMTP_URL,
  MAIL_DIR,
  from,
  log,
  answersWithinMs = 10_000,
}: MailSettings): SendMail {
  if (SMTP_URL) {
    const transport = createTransport({
      url: SMTP_URL,
      connectionTimeout: answersWithinMs,
      greetingTimeout: answersWithinMs,
      socketTimeout: answersWithinMs,
    })
    return async (mail) => {
      const { subject } = mail
      try {
        const { messageId } = await transport.sendMail({ from, ...mail })
        log.info({ messageId, subject }, 'mail sent')
      } catch (error) {
        if (!isRefusedForGood(error)) throw error
        // Such as a closed mailbox: every attempt would fail the same way.
        log.warn({ responseCode: error.responseCode, subject }, 'mail refused for good')
      }
    }
  }
  const transport = createTransport({ streamTransport: true, buffer: true })
  return async (mail) => {
    if (!MAIL_DIR)
      return log.info({ subject: mail.subject }, 'mail not sent: neither SMTP_URL nor MAIL_DIR is set')
    const { message } = await transport.sendMail({ from, ...mail })
    const file = path.join(MAIL_DIR, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`)
    await mkdir(MAIL_DIR, { recursive: true, mode: 0o700 })
    await writeFile(file, message, { mode: 0o600 })
    log.info({ file, subject: mail.subject }, 'mail written')
  }
}
