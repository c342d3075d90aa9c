import { showToast } from '@offquad/ui'

/**
 * Does what the user asked for; a toast says why it failed, and on success `done`.
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
