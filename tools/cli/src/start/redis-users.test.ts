import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type EmbeddedRedis, startEmbeddedRedis } from '@offquad/embedded-redis'
import { fillInUsers, setRedisUsers } from './redis-users'

const TEMPLATE = `user default off resetkeys
user svc-hello on #{svc-hello} resetkeys ~offquad:asked:* +get +set
user svc-hello-worker on #{svc-hello-worker} resetkeys ~offquad:asked:* ~offquad:swept:* +get
`
const inService = { prefix: 'offquad', jobsRunIn: 'service', password: 'secret' } as const

describe('the users of the Redis of npm start', () => {
  it('have one password, and the default user may do everything', () => {
    const users = fillInUsers(TEMPLATE, { ...inService, jobsRunIn: 'worker' })

    const hash = '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b'
    expect(users).toEqual([
      `user default on #${hash} ~* &* +@all`,
      `user svc-hello on #${hash} resetkeys ~offquad:asked:* +get +set`,
      `user svc-hello-worker on #${hash} resetkeys ~offquad:asked:* ~offquad:swept:* +get`,
    ])
  })

  it('reach the queues of the worker where the service runs the jobs, under the prefix of queues', () => {
    const [, hello] = fillInUsers(TEMPLATE, { ...inService, prefix: 'other' })

    expect(hello).toContain(' ~other:asked:* +get +set ~other:asked:* ~other:swept:*')
  })

  describe('of a service that joins', () => {
    let redis: EmbeddedRedis
    const send = async (...commands: string[]): Promise<string> => {
      const socket = connect(redis.port, '127.0.0.1')
      socket.write([...commands, 'QUIT'].map((command) => `${command}\r\n`).join(''))
      return text(socket)
    }
    beforeAll(async () => {
      redis = await startEmbeddedRedis({ acl: `${fillInUsers('', inService).join('\n')}\n` })
    })
    afterAll(() => redis.close())

    it('are added to the running Redis, with their keys alone', async () => {
      await setRedisUsers(`redis://:secret@127.0.0.1:${redis.port}`, fillInUsers(TEMPLATE, inService))

      expect(await send('AUTH svc-hello secret', 'SET offquad:asked:1 a')).toBe('+OK\r\n+OK\r\n+OK\r\n')
      expect(await send('AUTH svc-hello secret', 'GET offquad:others:1')).toContain('-NOPERM')
    })

    it('are refused with what Redis says', async () => {
      const adding = setRedisUsers(`redis://:wrong@127.0.0.1:${redis.port}`, ['user a on'])

      await expect(adding).rejects.toThrow('WRONGPASS')
    })
  })
})
