/**
 * Settles as `promise` does, or rejects after a time limit. The underlying work is not cancelled.
 * @param ms time limit in milliseconds
 * @throws Error 'timed out after 8000 ms' when the promise has not settled by then
 */
export function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${ms} ms`)), ms)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
