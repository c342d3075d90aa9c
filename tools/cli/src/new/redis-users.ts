import { createHash } from 'node:crypto'
import { type Service } from './find-slices'

/** A user of Redis, with its rules as ACL SETUSER accepts them. */
export interface RedisUser {
  name: string
  rules: string[]
}

/** Default of QUEUE_PREFIX. */
const DEFAULT_PREFIX = 'offquad'

/** Commands of every connection. INFO: BullMQ reads the version of the server. */
const CONNECTION = ['ping', 'info', 'role', 'wait', 'multi', 'exec', 'discard', 'client|setname']

// A script runs with the rights of its caller, its keys and commands included (Redis 7), so scripts reach no further.
const SCRIPTS = ['eval', 'evalsha', 'script|load']

/** Commands of BullMQ 6.7 and its scripts, without those of features that are not used. */
const JOBS_AND_EVENTS = `
  bzpopmin del exists get hdel hexists hget hgetall hincrby hlen hmget hmset hset incr incrby lindex llen lpop
  lpos lpush lrange lrem lset ltrim persist pexpire pexpireat pttl rpop rpoplpush rpush sadd scard set
  sismember smembers srem time type unlink xadd xdel xlen xrange xread xtrim zadd zcard zcount zlexcount
  zpopmin zrange zrangebylex zrangebyscore zrem zremrangebyrank zremrangebyscore zrevrange zrevrangebyscore
  zscore`
  .trim()
  .split(/\s+/)

/** Commands of rate limits and page reports. */
const GATEWAY = ['expire']

const allow = (commands: readonly string[]): string[] => commands.map((command) => `+${command}`)

const userWith =
  (prefix: string) =>
  (name: string, keys: readonly string[], commands: readonly string[] = []): RedisUser => ({
    name,
    rules: [
      'resetkeys',
      // The events between all processes.
      `~${prefix}::relay:*`,
      ...keys.map((key) => `~${prefix}:${key}:*`),
      'resetchannels',
      '-@all',
      ...allow([...CONNECTION, ...SCRIPTS, ...JOBS_AND_EVENTS, ...commands]),
    ],
  })

/**
 * Every user of Redis: one for each process of the platform with the keys of its queues alone, `health`, which can only
 * check whether Redis accepts writes, and `operator`, which may do everything.
 */
export function redisUsers(services: readonly Service[], prefix = DEFAULT_PREFIX): RedisUser[] {
  const user = userWith(prefix)
  const queues = services.flatMap(({ settings }) => [...settings.jobs.service, ...settings.jobs.worker])
  return [
    user('gateway', [...new Set(queues)].toSorted().concat('rate', 'page'), GATEWAY),
    ...services.flatMap(({ folder, hasWorker, settings: { jobs } }) => [
      user(folder, jobs.service),
      ...(hasWorker ? [user(`${folder}-worker`, jobs.worker)] : []),
    ]),
    {
      name: 'health',
      rules: ['resetkeys', `~${prefix}::health`, 'resetchannels', '-@all', '+ping', '+incr'],
    },
    { name: 'operator', rules: ['~*', '&*', '+@all'] },
  ]
}

/**
 * The users as a file that Redis loads at start (`aclfile`), with a placeholder for each password's hash.
 * `deploy/redis/make-users.sh` fills these in.
 */
export const aclTemplate = (services: readonly Service[]): string =>
  [
    'user default off resetkeys resetchannels -@all',
    ...redisUsers(services).map(({ name, rules }) => `user ${name} on #{${name}} ${rules.join(' ')}`),
    '',
  ].join('\n')

/**
 * The same users with one password, for a Redis that listens on the loopback interface only. The default user may do
 * everything, for developers and tests.
 * @param options.prefix value of QUEUE_PREFIX
 * @param options.jobsRunIn where services run the jobs themselves, their users reach the queues of their workers
 */
export function developmentAcl(
  services: readonly Service[],
  {
    prefix,
    jobsRunIn,
    password,
  }: { prefix: string | undefined; jobsRunIn: 'service' | 'worker'; password: string },
): string {
  const hash = createHash('sha256').update(password).digest('hex')
  const users = redisUsers(jobsRunIn === 'worker' ? services : services.map(withJobsOfWorker), prefix)
  return [
    `user default on #${hash} ~* &* +@all`,
    ...users.map(({ name, rules }) => `user ${name} on #${hash} ${rules.join(' ')}`),
    '',
  ].join('\n')
}

function withJobsOfWorker(service: Service): Service {
  const { service: own, worker } = service.settings.jobs
  const jobs = { service: [...new Set([...own, ...worker])], worker }
  return { ...service, settings: { ...service.settings, jobs } }
}
