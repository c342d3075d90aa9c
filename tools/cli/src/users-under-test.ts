import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createMongoUsers, readMongoUris, withMongo } from '@offquad/operations'

const SUITES = 'offquad-suites'

/** URIs of a server that tests run on, with users that have no more rights than in production. */
export interface UsersUnderTest {
  /** URI of a user that reads and writes any database, because each suite uses its own; otherwise it has the rights of a service. */
  suitesUri: string
  /** A folder with a URI for each service, backups and restores, named as in containers. */
  secretsDir: string
  /** Removes the users and the folder. */
  remove(): Promise<void>
}

/**
 * Creates the users that the documentation asks for, and one for suites.
 * @param root URI of an administrator
 * @param services folders of the processes that have a database
 */
export async function createUsersUnderTest(root: string, services: string[]): Promise<UsersUnderTest> {
  const secretsDir = await mkdtemp(path.join(tmpdir(), 'offquad-secrets-'))
  const uriOf = (user: string) => {
    // A list of hosts is not what URL expects.
    const uri = new URL(root.replaceAll(',', '%2C'))
    uri.username = user
    uri.password = randomBytes(16).toString('hex')
    uri.searchParams.set('authSource', 'admin')
    return uri.href.replaceAll(/%2C/gi, ',')
  }
  for (const name of [...services, 'backup', 'restore'])
    await writeFile(
      path.join(secretsDir, `mongodb-uri-${name}`),
      uriOf(`offquad-${name.replace(/^svc-/, '')}`),
      { mode: 0o600 },
    )
  const suitesUri = uriOf(SUITES)
  const users = await withMongo(root, async (client) => {
    const admin = client.db('admin')
    const { users: found } = await admin.command({ usersInfo: SUITES })
    if ((found as unknown[]).length > 0) await admin.command({ dropUser: SUITES })
    await admin.command({
      createUser: SUITES,
      pwd: /:([0-9a-f]+)@/.exec(suitesUri)?.[1],
      roles: [{ role: 'readWriteAnyDatabase', db: 'admin' }],
    })
    return [SUITES, ...(await createMongoUsers(client, readMongoUris(secretsDir)))]
  })
  return {
    suitesUri,
    secretsDir,
    async remove() {
      await withMongo(root, async (client) => {
        for (const user of users) await client.db('admin').command({ dropUser: user })
      })
      await rm(secretsDir, { recursive: true })
    },
  }
}
