import { type ReviewForm } from '@offquad/contracts'
import { type Locator, type Page } from 'playwright-core'

/** What a student fills in to review an apartment; of the demo data unless `landlordId` says otherwise. */
export const reviewForm = (
  form: Partial<ReviewForm> & Pick<ReviewForm, 'aptId' | 'reviewText'>,
): ReviewForm => ({
  landlordId: 'demo-landlord-1',
  overallRating: 4,
  bedrooms: 2,
  price: 3,
  detailedRatings: { location: 4, safety: 3, maintenance: 5, conditions: 2 },
  photos: [],
  ...form,
})

/** Goes on in the open review form, which a phone asks in steps, until `target` is in view. */
export async function goOnTo(page: Page, target: Locator): Promise<void> {
  const next = page.getByRole('dialog').getByRole('button', { name: 'Next', exact: true })
  await target.or(next).first().waitFor()
  while (!(await target.isVisible())) await next.click()
}

/** Submits the open review form, with or without what it still lacks. */
export async function submitReview(page: Page): Promise<void> {
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Submit' })
  await goOnTo(page, submit)
  await submit.click()
}
