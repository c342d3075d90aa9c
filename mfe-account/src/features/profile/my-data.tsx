import './profile.css'
import {
  deleteAccount,
  exportAccount,
  getLikedReviews,
  getUserReviews,
  REVIEW_STATUSES,
  type ReviewsAfterDeletion,
  type User,
} from '@offquad/contracts'
import { Button, Dialog } from '@offquad/ui'
import { api, clearSession } from '@offquad/web-kit'
import { useState } from 'react'
import { attempt } from '../../components/attempt'

/** Downloading one's data, and deleting the account. */
export function MyData({ user }: { user: User }) {
  const [isDeleting, setIsDeleting] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  const close = () => setIsDeleting(false)

  async function download(): Promise<void> {
    setIsBusy(true)
    await attempt(async () =>
      saveFile('offquad-my-data.json', JSON.stringify(await collectData(user), null, 2)),
    )
    setIsBusy(false)
  }

  return (
    <section className="account-own" aria-labelledby="own-data">
      <h2 id="own-data">My data</h2>
      <p className="offquad-soft">
        The download is a file of everything that we keep about you. When you delete your account, you choose
        what happens to your reviews.
      </p>
      <p className="offquad-cluster">
        <Button loading={isBusy} onClick={() => void download()}>
          Download my data
        </Button>
        <Button danger onClick={() => setIsDeleting(true)}>
          Delete my account
        </Button>
      </p>
      <Dialog title="Delete your account?" width={480} isOpen={isDeleting} onClose={close}>
        <DeleteAccountForm onCancel={close} />
      </Dialog>
    </section>
  )
}

/** Everything that the services store about a user, requested from each of them. */
async function collectData({ uid }: User): Promise<object> {
  const [account, liked, ...written] = await Promise.all([
    api(exportAccount),
    api(getLikedReviews, { params: { uid } }),
    ...REVIEW_STATUSES.map((status) => api(getUserReviews, { params: { uid, status } })),
  ])
  return { ...account, reviews: written.flat(), helpfulReviews: liked.map(({ id }) => id) }
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

const CHOICES: { value: ReviewsAfterDeletion; label: string }[] = [
  { value: 'anonymise', label: 'Keep my reviews but remove my name' },
  { value: 'remove', label: 'Remove my reviews too' },
]

function DeleteAccountForm({ onCancel }: { onCancel: () => void }) {
  const [reviews, setReviews] = useState<ReviewsAfterDeletion>('anonymise')
  const [isBusy, setIsBusy] = useState(false)
  async function submit(): Promise<void> {
    setIsBusy(true)
    const isDeleted = await attempt(
      () => api(deleteAccount, { body: { reviews } }),
      'Your account is deleted.',
    )
    setIsBusy(false)
    if (isDeleted) clearSession()
  }
  return (
    <div className="offquad-confirm">
      <p>Your bookmarks, lists, likes and questions are deleted immediately. This cannot be undone.</p>
      <fieldset className="offquad-stack offquad-tight">
        <legend>What should happen to your reviews?</legend>
        {CHOICES.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="reviews"
              checked={reviews === value}
              onChange={() => setReviews(value)}
            />{' '}
            {label}
          </label>
        ))}
      </fieldset>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="primary" danger loading={isBusy} onClick={() => void submit()}>
        Delete my account
      </Button>
    </div>
  )
}
