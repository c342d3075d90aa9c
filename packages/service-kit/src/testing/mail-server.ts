import { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  /** `smtp://host:port`, without a user. */
  url: string
  /** Every mail received so far, headers and body as they were sent. */
  mails: string[]
  /** Whether recipients are refused with a temporary error from now on. */
  refuse(isRefusing: boolean): void
  close(): Promise<void>
}

/** A mail server on loopback that keeps what it receives in memory. */
export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = []
  let isRefusing = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      done(isRefusing ? Object.assign(new Error('try again later'), { responseCode: 451 }) : undefined)
    },
    onData: (stream, _session, done) => {
      void text(stream).then((mail) => {
        mails.push(mail)
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    refuse: (refused) => {
      isRefusing = refused
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
