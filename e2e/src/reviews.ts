import { type ReviewForm } from '@offquad/contracts'
import { type Locator, type Page } from 'playwright-core'

/** The completed form for a review of an apartment; of the demo data unless `landlordId` says otherwise. */
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

/** Chooses something wherever the open review form has no choice yet. */
export const chooseAll = (page: Page) =>
  page.evaluate(() => {
    for (const group of document.querySelectorAll(
      '[role=dialog] [role=radiogroup], dialog [role=radiogroup]',
    )) {
      const options = [...group.querySelectorAll<HTMLInputElement>('input[type=radio]')]
      if (!options.some(({ checked }) => checked)) options[2]?.click()
    }
  })

/** Goes on in the open review form, which a phone asks in steps, until `target` is in view. */
export async function goOnTo(page: Page, target: Locator): Promise<void> {
  const next = page.getByRole('dialog').getByRole('button', { name: 'Next', exact: true })
  await target.or(next).first().waitFor()
  while (!(await target.isVisible())) {
    // A step without an answer goes no further.
    await chooseAll(page)
    await next.click()
  }
}

/** Presses the button at the end of the open review form, with whatever is filled in. */
export const pressOn = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Next|Submit)$/ })
    .click()

/** Submits the open review form. */
export async function submitReview(page: Page): Promise<void> {
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Submit' })
  await goOnTo(page, submit)
  await submit.click()
}
