import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Redis } from 'ioredis'
import { environment, jobsRunIn } from '../config'

/** The users of Redis without passwords; written by a process that has built the current contracts of queues. */
export const redisUsersFile = (dataDir: string): string => path.join(dataDir, 'redis-users.acl')

/**
 * The users for a Redis that listens on the loopback interface only, with one password. The default user may do everything,
 * for developers and tests.
 */
export async function readRedisUsers(dataDir: string, password: string): Promise<string[]> {
  return fillInUsers(await readFile(redisUsersFile(dataDir), 'utf8'), {
    prefix: environment().QUEUE_PREFIX || 'offquad',
    jobsRunIn: jobsRunIn(),
    password,
  })
}

/**
 * @param template lines with a placeholder for each password's hash, for the prefix `offquad`
 * @param options.prefix value of QUEUE_PREFIX
 * @param options.jobsRunIn where services run the jobs themselves, their users reach the queues of their workers
 */
export function fillInUsers(
  template: string,
  options: { prefix: string; jobsRunIn: 'service' | 'worker'; password: string },
): string[] {
  const hash = createHash('sha256').update(options.password).digest('hex')
  const keysOf = (line = '') => line.match(/ ~\S+/g)?.join('') ?? ''
  const users = template.split('\n').filter((line) => line.includes('#{'))
  const lines = users.map((line) => {
    const name = line.split(' ')[1] ?? ''
    const worker = users.find((user) => user.startsWith(`user ${name}-worker `))
    return options.jobsRunIn === 'service' ? line + keysOf(worker) : line
  })
  return [
    `user default on #${hash} ~* &* +@all`,
    ...lines.map((line) =>
      line.replace(/#\{.*?\}/, `#${hash}`).replaceAll(' ~offquad:', ` ~${options.prefix}:`),
    ),
  ]
}

/** Adds users to a running Redis, or changes them. @throws Error with what Redis refuses */
export async function setRedisUsers(redisUrl: string, users: string[]): Promise<void> {
  const redis = new Redis(redisUrl, { lazyConnect: true, retryStrategy: null, enableReadyCheck: false })
  // A wrong password is said here; the commands fail with a closed connection.
  let refusal: Error | undefined
  redis.on('error', (error: Error) => (refusal = error))
  try {
    for (const line of users) {
      const [, name = '', ...rules] = line.split(' ')
      await redis.acl('SETUSER', name, ...rules)
    }
  } catch (error) {
    throw new Error(`Redis does not take its users: ${(refusal ?? (error as Error)).message}`, {
      cause: error,
    })
  } finally {
    redis.disconnect()
  }
}
