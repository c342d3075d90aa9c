import fastify from 'fastify'

/** A bare Fastify process that answers every GET with the bytes it was first sent: the yardstick of the benchmarks. */
const app = fastify()
let bytes: Buffer = Buffer.alloc(0)
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.put('/', (request, reply) => {
  bytes = request.body as Buffer
  return reply.send('stored')
})
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))

const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${url}\n`)
process.once('SIGTERM', () => void app.close())
