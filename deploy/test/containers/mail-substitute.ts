import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

// Receives mails and lists them like Mailpit: https://mailpit.axllent.org/docs/api-v1/
const messages: { Subject: string; To: { Address: string }[] }[] = []

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    void text(stream).then((mail) => {
      messages.push({
        Subject: /^Subject: (.*)$/im.exec(mail)?.[1] ?? '',
        To: envelope.rcptTo.map(({ address }) => ({ Address: address })),
      })
      done()
    }, done)
  },
})
const http = createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(request.url === '/api/v1/messages' ? { messages } : {}))
})
smtp.listen(1025)
http.listen(8025)
process.once('SIGTERM', () => process.exit(0))
