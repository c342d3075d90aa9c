import { MongoClient } from 'mongodb'
import { readSecret } from './config'
import { OperationFailure } from './operation-failure'

export interface MongoAddress {
  MONGODB_URI: string
  MONGODB_USER?: string | undefined
  MONGODB_PASSWORD_FILE?: string | undefined
}

/**
 * Connects, does something and disconnects.
 * @throws OperationFailure when the server cannot be reached, or refuses the password
 */
export async function withMongo<T>(
  { MONGODB_URI, MONGODB_USER, MONGODB_PASSWORD_FILE }: MongoAddress,
  work: (client: MongoClient) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(MONGODB_URI, {
    serverSelectionTimeoutMS: 5_000,
    // Only whole and acknowledged by a majority: a backup must not hold what a failover takes back.
    readConcernLevel: 'majority',
    ...(MONGODB_USER &&
      MONGODB_PASSWORD_FILE && {
        auth: { username: MONGODB_USER, password: readSecret(MONGODB_PASSWORD_FILE) },
      }),
  })
  try {
    await client.connect()
  } catch (error) {
    throw new OperationFailure(`MongoDB cannot be reached: ${(error as Error).message}`)
  }
  return work(client).finally(() => client.close())
}
