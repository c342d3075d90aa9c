import { MongoClient } from 'mongodb'
import { OperationFailure } from './operation-failure'

/**
 * Connects, does something and disconnects.
 * @throws OperationFailure when the server cannot be reached, or refuses the user
 */
export async function withMongo<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  // A backup must not hold what a failover takes back.
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000, readConcernLevel: 'majority' })
  try {
    await client.connect()
  } catch (error) {
    throw new OperationFailure(`MongoDB cannot be reached: ${(error as Error).message}`)
  }
  return work(client).finally(() => client.close())
}
