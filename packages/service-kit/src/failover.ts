/** Without a connection to a server that takes the command; checked by name, so that another copy of the driver counts. */
const NO_CONNECTION =
  /^Mongo(ose)?(Network|ServerSelection|PoolCleared|NotConnected|TopologyClosed|ConnectionPoolClosed).*Error$/

/** The driver has already waited for a server, or the process is stopping. */
const NOT_WORTH_A_RETRY =
  /^Mongo(ose)?(ServerSelection|NotConnected|TopologyClosed|ConnectionPoolClosed).*Error$/

/**
 * While a replica set elects a primary, with which code a command fails depends on the moment. Codes of
 * https://www.mongodb.com/docs/manual/reference/error-codes/.
 */
const FAILOVER_CODES = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  89, // NetworkTimeout
  91, // ShutdownInProgress
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
])

/**
 * Whether a database command failed because no server could take it at that moment, however the driver and mongoose have
 * wrapped the error. Whether the command was carried out is not known.
 */
export const isStoreUnavailable = (error: unknown): boolean =>
  causesOf(error).some(({ name = '', code }) => NO_CONNECTION.test(name) || FAILOVER_CODES.has(Number(code)))

interface Cause {
  name?: string
  code?: unknown
}

/** The error and those that it stands for: its cause, what a bulk write wraps, and the errors of single statements. */
function causesOf(error: unknown): Cause[] {
  if (typeof error !== 'object' || error === null) return []
  const { cause, errorResponse, writeErrors } = error as Record<string, unknown>
  const wrapped = [cause, errorResponse, ...(Array.isArray(writeErrors) ? writeErrors : [writeErrors])]
  return [error, ...wrapped.flatMap(causesOf)]
}

const RETRY_FOR_MS = 5_000
const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 500

/**
 * Carries out a write to the database, again while no server takes it, for about as long as a replica set takes to elect a
 * primary. Only for writes that leave the same behind however often they are carried out: upserts by id, updates whose
 * filter no longer matches afterwards, deletions. The driver itself retries writes to one document, once, and none to many.
 * @param write is told whether it is repeated: then an earlier attempt may have been carried out, so that "there was
 * nothing to do" can mean "it is done"
 * @throws the last error, when that lasts longer
 */
export async function retryOnFailover<T>(write: (isRepeated: boolean) => Promise<T>): Promise<T> {
  const deadline = Date.now() + RETRY_FOR_MS
  let isRepeated = false
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    try {
      return await write(isRepeated)
    } catch (error) {
      if (!isWorthARetry(error) || Date.now() + pauseMs > deadline) throw error
      isRepeated = true
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

const isWorthARetry = (error: unknown): boolean =>
  isStoreUnavailable(error) && !causesOf(error).some(({ name = '' }) => NOT_WORTH_A_RETRY.test(name))
