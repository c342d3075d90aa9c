const POLL_MS = 500

/**
 * Calls `stop` once the shell in which npm runs this command has ended. npm passes a signal on to that shell alone, which SIGTERM
 * ends without a word to the command.
 */
export function endWithShell(stop: () => void): void {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    stop()
  }, POLL_MS)
  watch.unref()
}
