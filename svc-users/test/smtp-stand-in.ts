import { createServer, type Socket } from 'node:net'

export type SmtpStandIn = Awaited<ReturnType<typeof startSmtpStandIn>>

/** A mail server as far as a plain mail needs one; refuses recipients as long as it is told to. */
export async function startSmtpStandIn() {
  const mails: string[] = []
  let isRefusing = false
  const server = createServer((socket) => talk(socket, { mails, isRefusing: () => isRefusing }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    refuse: (isToRefuse: boolean) => {
      isRefusing = isToRefuse
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function talk(socket: Socket, { mails, isRefusing }: { mails: string[]; isRefusing: () => boolean }): void {
  let mail: string | undefined
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  const answer = (line: string) => {
    if (line === 'DATA') mail = ''
    if (line.startsWith('RCPT') && isRefusing()) return say('451 try again later')
    if (line === 'QUIT') return socket.end('221 bye\r\n')
    return say(line === 'DATA' ? '354 go on' : '250 ok')
  }
  const read = (line: string) => {
    if (mail === undefined) return answer(line)
    if (line !== '.') return (mail += `${line}\n`)
    mails.push(mail)
    mail = undefined
    return say('250 taken')
  }
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString()).split('\r\n')
    rest = lines.pop() ?? ''
    lines.forEach(read)
  })
  say('220 stand-in')
}
