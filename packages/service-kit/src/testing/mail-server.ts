import { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  /** `smtp://host:port`, without a user. */
  url: string
  /** Every mail received so far, headers and body as they were sent. */
  mails: string[]
  /** The code with which recipients are refused from now on; undefined: they are accepted. */
  refuseWith(responseCode: number | undefined): void
  close(): Promise<void>
}

/** A mail server on loopback that keeps what it receives in memory. */
export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = []
  let refusal: number | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      done(refusal ? Object.assign(new Error('refused'), { responseCode: refusal }) : undefined)
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
    refuseWith: (responseCode) => {
      refusal = responseCode
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
