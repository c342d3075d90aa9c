import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'

export interface Mail {
  to: { name: string; address: string }
  subject: string
  text: string
  /** Of a mail that may have to be sent again. */
  messageId?: string
  headers?: Record<string, string>
}

/** Rejects when the mail server does not accept the mail; the caller retries later. */
export type SendMail = (mail: Mail) => Promise<void>

interface MailSettings {
  SMTP_URL?: string
  MAIL_DIR?: string
  /** Sender of all mails. */
  from: { name: string; address: string }
  log: { info(fields: object, message: string): void }
}

/** Sends by SMTP if SMTP_URL is set; otherwise writes .eml files, readable by this user only, to MAIL_DIR; otherwise only logs the subject. */
export function createMailer({ SMTP_URL, MAIL_DIR, from, log }: MailSettings): SendMail {
  if (SMTP_URL) {
    const transport = createTransport(SMTP_URL)
    return async (mail) => {
      const { messageId } = await transport.sendMail({ from, ...mail })
      log.info({ messageId, subject: mail.subject }, 'mail sent')
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
