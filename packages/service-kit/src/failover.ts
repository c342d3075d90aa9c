/** Errors for lack of a connection. Matched by name, so that errors of another copy of the driver count. */
const NO_CONNECTION =
  /^Mongo(ose)?(Network|ServerSelection|PoolCleared|NotConnected|TopologyClosed|ConnectionPoolClosed).*Error$/

/** The driver has already waited for a server, or the process is stopping. */
const NOT_WORTH_A_RETRY =
  /^Mongo(ose)?(ServerSelection|NotConnected|TopologyClosed|ConnectionPoolClosed).*Error$/

/**
 * Codes with which commands fail while a replica set elects a primary, see
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
 * Whether a database command failed because no server was available, however the driver and mongoose have wrapped the error.
 * The command may have been executed.
 */
export const isStoreUnavailable = (error: unknown): boolean =>
  causesOf(error).some(({ name = '', code }) => NO_CONNECTION.test(name) || FAILOVER_CODES.has(Number(code)))

/** Error codes with which a database or file system rejects a write for lack of space. */
const FULL_CODES = new Set<unknown>([
  146, // ExceededMemoryLimit
  14031, // OutOfDiskSpace
  'ENOSPC',
  'EDQUOT',
])

/** Whether a write failed for lack of space and was not executed. */
export const isStoreFull = (error: unknown): boolean =>
  causesOf(error).some(({ code }) => FULL_CODES.has(code))

interface Cause {
  name?: string
  code?: unknown
}

/** The error and its wrapped errors: the cause, the error of a bulk write, and the errors of single statements. */
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
 * Executes a write, and retries it while no server is available, for about as long as a replica set takes to elect a primary.
 * Only for idempotent writes: upserts by id, updates whose filter no longer matches afterwards, deletions. The driver itself
 * retries only writes to a single document, once.
 * @param write receives whether it is a retry: then an earlier attempt may have been executed, so that "nothing to do" can
 * mean "done"
 * @throws the last error, when the outage lasts longer
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
