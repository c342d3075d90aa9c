import { JOBS, type JobContract } from '@offquad/contracts'
import { type Service } from './find-slices'

/** A user of Redis, with its rules as ACL SETUSER accepts them. */
interface RedisUser {
  name: string
  rules: string[]
}

/** Default of QUEUE_PREFIX. */
const PREFIX = 'offquad'

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

const user = (name: string, keys: readonly string[], commands: readonly string[] = []): RedisUser => ({
  name,
  rules: [
    'resetkeys',
    // The events between all processes.
    `~${PREFIX}::relay:*`,
    ...keys.map((key) => `~${PREFIX}:${key}:*`),
    'resetchannels',
    '-@all',
    ...allow([...CONNECTION, ...SCRIPTS, ...JOBS_AND_EVENTS, ...commands]),
  ],
})

/** A process of a service and the queues it adds jobs to or takes them from. */
type Process = [name: string, queues: string[]]

function processesOf({ folder, hasWorker }: Pick<Service, 'folder' | 'hasWorker'>): Process[] {
  const queuesWith = (isReached: (job: JobContract) => boolean) =>
    JOBS.filter(isReached).map(({ queue }) => queue)
  const worker = `${folder}-worker`
  return hasWorker
    ? [
        [folder, queuesWith(({ from }) => from.includes(folder))],
        [worker, queuesWith(({ to, from }) => to === folder || from.includes(worker))],
      ]
    : [[folder, queuesWith(({ to, from }) => [to, ...from].includes(folder))]]
}

/**
 * The users beside those of services: the gateway, which reaches every queue, `health`, which can only check whether Redis
 * accepts writes, and `operator`, which may do everything.
 */
const OTHER_USERS: RedisUser[] = [
  user('gateway', ['*'], GATEWAY),
  {
    name: 'health',
    rules: ['resetkeys', `~${PREFIX}::health`, 'resetchannels', '-@all', '+ping', '+incr'],
  },
  { name: 'operator', rules: ['~*', '&*', '+@all'] },
]

/** Parts of the file of users that Redis loads at its start; `deploy/redis/make-users.sh` fills in the hashes of passwords. */
export const aclTemplate = (): string =>
  ['user default off resetkeys resetchannels -@all', ...OTHER_USERS.map(lineOf), ''].join('\n')

export const aclTemplateOf = (service: Service): string =>
  [...processesOf(service).map(([name, queues]) => lineOf(user(name, queues))), ''].join('\n')

const lineOf = ({ name, rules }: RedisUser): string => `user ${name} on #{${name}} ${rules.join(' ')}`
