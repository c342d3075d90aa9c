import { REPOSITORY } from '../config'
import { findSlices } from '../new/find-slices'
import { aclTemplateOfAll } from '../new/redis-users'
import { redisUsersFile } from './redis-users'
import { writeWhole } from './write-whole'

/** Writes the users of every service for the start command, whose own code may be older than the contracts of queues. */
export const writeRedisUsers = (dataDir: string): Promise<void> =>
  writeWhole(redisUsersFile(dataDir), aclTemplateOfAll(findSlices(REPOSITORY).services))
