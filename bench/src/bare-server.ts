import fastify from 'fastify'

/** A bare Fastify process that responds to a GET with the bytes stored under its path: the baseline of the benchmarks. */
const app = fastify()
const answers = new Map<string, Buffer>()
// Parameters that only make requests unique are ignored.
const nameOf = (url: string) => url.replace(/&n=\d+$/, '')

app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.put('/*', (request, reply) => {
  answers.set(request.url, request.body as Buffer)
  return reply.send('stored')
})
app.get('/*', (request, reply) =>
  reply.type('application/json; charset=utf-8').send(answers.get(nameOf(request.url))),
)

const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${url}\n`)
process.once('SIGTERM', () => void app.close())
