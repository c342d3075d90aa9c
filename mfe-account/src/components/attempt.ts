import { showToast } from '@offquad/ui'

/**
 * Runs the user's action. A toast shows `done`, or the reason of a failure.
 * @returns whether it succeeded
 */
export async function attempt(action: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await action()
    if (done) showToast('success', done)
    return true
  } catch (error) {
    showToast('error', (error as Error).message)
    return false
  }
}
