import { runInNewContext } from 'node:vm'
import { read } from './repository'

/** Simulates mongosh for a script, with a server in a given state; records what the script does. */
function startShell({ isInitiated = false, hasUsers = false, isSecondary = false, isFull = false } = {}) {
  const server = { isInitiated, hasUsers, isSignedIn: false }
  const done: string[] = []
  const require = <T>(isAllowed: boolean, result: T): T => {
    if (!isAllowed) throw new Error('not allowed')
    return result
  }
  const db = {
    hello: () => ({
      setName: server.isInitiated ? 'offquad' : undefined,
      isWritablePrimary: server.isInitiated && !isSecondary,
    }),
    auth: (user: string, password: string) => {
      require(server.hasUsers && user === 'root' && password === 'the password', undefined)
      server.isSignedIn = true
      return { ok: 1 }
    },
    createUser: ({ user }: { user: string }) => {
      require(!server.hasUsers, undefined)
      server.hasUsers = true
      done.push(`created ${user}`)
    },
    getSiblingDB: () => ({
      getCollection: () => ({
        updateOne() {
          require(server.isSignedIn && !isFull, undefined)
          done.push('wrote')
        },
      }),
    }),
  }
  const shell = {
    db,
    rs: {
      initiate() {
        server.isInitiated = true
        done.push('initiated')
      },
    },
    require: () => ({ readFileSync: () => 'the password\n' }),
    print: (text: string) => done.push(text),
    sleep: () => undefined,
    quit(code: number): never {
      throw new Error(`exit code ${code}`)
    },
  }
  return {
    done,
    run: () => runInNewContext(read('deploy/mongodb/health.js'), { ...shell }) as unknown,
  }
}

describe('the health check of MongoDB', () => {
  it('creates the replica set and the administrator the first time, and writes', () => {
    const shell = startShell()
    shell.run()
    expect(shell.done).toEqual(['initiated', 'created root', 'wrote'])
  })

  it('only writes from then on', () => {
    const shell = startShell()
    shell.run()
    shell.done.length = 0
    shell.run()
    expect(shell.done).toEqual(['wrote'])
  })

  it('creates the administrator of a server that had no users before', () => {
    const shell = startShell({ isInitiated: true })
    shell.run()
    expect(shell.done).toEqual(['created root', 'wrote'])
  })

  it('fails on a member that is not the primary, and on one that rejects writes', () => {
    expect(() => startShell({ isInitiated: true, hasUsers: true, isSecondary: true }).run()).toThrow(
      'exit code 1',
    )
    expect(() => startShell({ isInitiated: true, hasUsers: true, isFull: true }).run()).toThrow('not allowed')
  })
})
