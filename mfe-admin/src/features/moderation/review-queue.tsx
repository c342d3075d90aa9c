import './moderation.css'
import { countText, LoadFailure, useReviewSubjects } from '@offquad/web-kit'
import { Skeleton, useMediaQuery } from '@offquad/ui'
import { Pagination } from '../../components/pagination'
import { flagLabels } from './review-flags'
import { type ReviewGroup } from './use-review-groups'

interface ReviewQueueProps {
  groups: ReviewGroup[]
  /** The id of the review that is being read. */
  current: string | undefined
  onChoose: (group: ReviewGroup, index: number) => void
}

/** The reviews that await a decision, in groups that can be closed; on phones only the groups themselves. */
export function ReviewQueue({ groups, current, onChoose }: ReviewQueueProps) {
  return (
    <div className="admin-queue">
      {groups.map((group) => (
        <Group
          key={group.status}
          group={group}
          current={current}
          onChoose={(index) => onChoose(group, index)}
        />
      ))}
    </div>
  )
}

interface GroupProps {
  group: ReviewGroup
  current: string | undefined
  onChoose: (index: number) => void
}

function Group({ group, current, onChoose }: GroupProps) {
  const { title, total, reviews, failure, isOpen, setIsOpen, offset, setOffset } = group
  const subjectOf = useReviewSubjects(reviews)
  const isNarrow = useMediaQuery('(max-width: 960px)')
  return (
    <details open={isOpen}>
      <summary
        onClick={(event) => {
          event.preventDefault()
          // On phones the names of the lists are all that one sees of them.
          if (!isOpen || isNarrow) onChoose(0)
          setIsOpen(!isOpen || isNarrow)
        }}
      >
        <h2>{total === undefined ? title : `${title} (${total})`}</h2>
      </summary>
      {failure && <LoadFailure title="This cannot be loaded right now." {...failure} />}
      {!failure && total === undefined && <Skeleton active paragraph={{ rows: 3 }} />}
      {total === 0 && <p className="admin-soft">Nothing is waiting here.</p>}
      <ul aria-label={title}>
        {reviews.map((review, index) => {
          const { apartment, landlord } = subjectOf(review)
          const name = apartment?.buildingData.name ?? landlord?.name ?? 'Review'
          return (
            <li key={review.id}>
              <button
                type="button"
                aria-current={review.id === current ? 'true' : undefined}
                onClick={() => onChoose(index)}
              >
                <span className="admin-queue-subject">
                  <strong title={name}>{name}</strong>
                  <span className="admin-queue-rating">{review.overallRating.toFixed(1)}</span>
                </span>
                <span className="admin-queue-text" title={review.reviewText} dir="auto">
                  {review.reviewText}
                </span>
                <span className="admin-queue-signs">
                  {flagLabels(review).map((label) => (
                    <span key={label} className="admin-flag">
                      {label}
                    </span>
                  ))}
                  {review.photos.length > 0 && <span>{countText(review.photos.length, 'photo')}</span>}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <Pagination
        label={`Pages of ${title.toLowerCase()}`}
        offset={offset}
        total={total ?? 0}
        onChange={setOffset}
      />
    </details>
  )
}
