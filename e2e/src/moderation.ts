import { type Page } from 'playwright-core'
import { openPage } from './browser'
import { enterAs } from './people'
import { reviewForm } from './reviews'
import { openSignedIn } from './sign-in'

/** Writes a review as a student. @returns its id */
export async function writePending(text: string, aptId = 'demo-6'): Promise<string> {
  const student = await enterAs('writer.admin@cornell.edu')
  const form = reviewForm({ aptId, reviewText: text })
  const written = await student.send('POST', '/api/new-review', form)
  if (written?.status !== 201) throw new Error(`writing the review failed: ${JSON.stringify(written)}`)
  return String(written.body)
}

export const pendingItem = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

/** Opens a review of the queue. @returns the pane in which it is read */
export async function openPending(page: Page, text: string) {
  await pendingItem(page, text).getByRole('button').click()
  return page.getByRole('article').filter({ hasText: text })
}

/** Opens the administration as an administrator. */
export async function openModeration(viewport: { width: number; height: number }) {
  const { page, problems } = await openPage(viewport)
  await openSignedIn(page, 'admin@cornell.edu', '/admin')
  await page.getByRole('heading', { name: /^Pending Reviews \(/ }).waitFor()
  return { page, problems }
}
