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
import { Button, Dialog, showToast } from '@offquad/ui'
import { api, forgetSession } from '@offquad/web-kit'
import { useState } from 'react'

/** Taking one's data along, and leaving for good. */
export function OwnData({ user }: { user: User }) {
  const [isAsked, setIsAsked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function download(): Promise<void> {
    setIsBusy(true)
    try {
      saveFile('offquad-my-data.json', JSON.stringify(await collect(user), null, 2))
    } catch (error) {
      showToast('error', (error as Error).message)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <section className="account-own" aria-labelledby="own-data">
      <h2 id="own-data">My data</h2>
      <p className="account-profile-actions">
        <Button loading={isBusy} onClick={() => void download()}>
          Download my data
        </Button>
        <Button danger onClick={() => setIsAsked(true)}>
          Delete my account
        </Button>
      </p>
      <Dialog title="Delete your account?" width={480} isOpen={isAsked} onClose={() => setIsAsked(false)}>
        <Deletion />
      </Dialog>
    </section>
  )
}

/** Everything the services know of somebody, each asked for its part. */
async function collect({ uid }: User): Promise<object> {
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
  { value: 'anonymise', label: 'Keep my reviews; nothing says any more that they are mine' },
  { value: 'remove', label: 'Remove my reviews, too' },
]

function Deletion() {
  const [reviews, setReviews] = useState<ReviewsAfterDeletion>('anonymise')
  const [isBusy, setIsBusy] = useState(false)
  async function leave(): Promise<void> {
    setIsBusy(true)
    try {
      await api(deleteAccount, { body: { reviews } })
      showToast('success', 'Your account is deleted.')
      forgetSession()
    } catch (error) {
      showToast('error', (error as Error).message)
      setIsBusy(false)
    }
  }
  return (
    <>
      <p>Your bookmarks, likes and questions go at once. This cannot be undone.</p>
      <fieldset className="account-choice">
        <legend>What about your reviews?</legend>
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
      <Button type="primary" danger loading={isBusy} onClick={() => void leave()}>
        Delete my account
      </Button>
    </>
  )
}
