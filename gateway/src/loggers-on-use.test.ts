import { Writable } from 'node:stream'
import { fastify } from 'fastify'
import { createLoggerOnUse } from './loggers-on-use'

describe('the logger of a request', () => {
  async function logOf(level: string) {
    const lines: Record<string, unknown>[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)) as Record<string, unknown>)
        done()
      },
    })
    const app = fastify({
      logger: { level, stream },
      disableRequestLogging: true,
      genReqId: () => 'the request',
      childLoggerFactory: createLoggerOnUse,
    })
    app.get('/', ({ log }, reply) => {
      log.debug({ a: 1 }, 'in detail')
      log.warn({ b: 2 }, 'attention')
      log.child({ c: 3 }).error('failed')
      return reply.send(log.level)
    })
    const { body } = await app.inject('/')
    await app.close()
    return { body, lines }
  }

  it('names its request in each line, and that of loggers made from it', async () => {
    const { body, lines } = await logOf('debug')

    expect(body).toBe('debug')
    expect(lines).toEqual([
      expect.objectContaining({ reqId: 'the request', a: 1, msg: 'in detail' }),
      expect.objectContaining({ reqId: 'the request', b: 2, msg: 'attention' }),
      expect.objectContaining({ reqId: 'the request', c: 3, msg: 'failed' }),
    ])
  })

  it('writes nothing below the level', async () => {
    const { lines } = await logOf('error')

    expect(lines.map(({ msg }) => msg)).toEqual(['failed'])
  })

  it('writes nothing at all when logging is off', async () => {
    expect((await logOf('silent')).lines).toEqual([])
  })

  it('is not created for a request that logs nothing', async () => {
    const app = fastify({
      logger: { level: 'info' },
      disableRequestLogging: true,
      childLoggerFactory: createLoggerOnUse,
    })
    const create = jest.spyOn(app.log, 'child')
    app.get('/', ({ log }) => {
      log.debug('in detail')
      return 'ok'
    })
    await app.inject('/')
    const count = create.mock.calls.length
    await app.close()

    expect(count).toBe(0)
  })
})
