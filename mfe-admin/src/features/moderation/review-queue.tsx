import './moderation.css'
import { useMediaQuery } from '@offquad/ui'
import { countText, type useReviewSubjects } from '@offquad/web-kit'
import { Pagination } from '../../components/pagination'
import { Section } from '../../components/section'
import { flagLabels } from './review-flags'
import { type ReviewGroup } from './use-review-groups'

interface ReviewQueueProps {
  groups: ReviewGroup[]
  subjectOf: ReturnType<typeof useReviewSubjects>
  /** The id of the current review. */
  current: string | undefined
  onChoose: (group: ReviewGroup, index: number) => void
}

/** The reviews that await a decision, in groups that can be closed; on phones only the groups themselves. */
export const ReviewQueue = ({ groups, ...props }: ReviewQueueProps) => (
  <div className="admin-queue">
    {groups.map((group) => (
      <Group key={group.status} group={group} {...props} />
    ))}
  </div>
)

interface GroupProps extends Omit<ReviewQueueProps, 'groups'> {
  group: ReviewGroup
}

function Group({ group, subjectOf, current, onChoose }: GroupProps) {
  const { title, total, reviews, failure, isOpen, setIsOpen, offset, setOffset } = group
  const isNarrow = useMediaQuery('(max-width: 960px)')
  return (
    <Section
      title={title}
      count={total}
      failure={failure}
      isOpen={isOpen}
      onToggle={() => {
        // On phones only the names of the lists are visible.
        if (!isOpen || isNarrow) onChoose(group, 0)
        setIsOpen(!isOpen || isNarrow)
      }}
    >
      <ul aria-label={title}>
        {reviews.map((review, index) => {
          const { apartment, landlord } = subjectOf(review)
          const name = review.suggestion?.name ?? apartment?.buildingData.name ?? landlord?.name ?? 'Review'
          return (
            <li key={review.id}>
              <button
                type="button"
                className="offquad-stack"
                aria-current={review.id === current ? 'true' : undefined}
                onClick={() => onChoose(group, index)}
              >
                <span className="offquad-ends">
                  <strong className="offquad-cut" title={name}>
                    {name}
                  </strong>
                  <span>
                    <span className="offquad-star" aria-hidden="true">
                      ★
                    </span>
                    {`\u00a0${review.overallRating.toFixed(1)}`}
                  </span>
                </span>
                <span className="admin-clamped offquad-soft" title={review.reviewText} dir="auto">
                  {review.reviewText}
                </span>
                <span className="admin-flags offquad-cluster">
                  {flagLabels(review).map((label) => (
                    <span key={label} className="admin-flag offquad-tag">
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
    </Section>
  )
}
