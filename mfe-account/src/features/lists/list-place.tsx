import './lists.css'
import {
  isolated,
  LIST_TEXT_LENGTH,
  LIST_VOTES,
  type ListMember,
  type ListPlace,
  type Listing,
  type ListVote,
  photoUrl,
  putListOpinion,
  putListPlace,
  removeListPlace,
  type Shortlist,
} from '@offquad/contracts'
import { Button, Dialog, Photo, TextField } from '@offquad/ui'
import {
  api,
  countText,
  describeListing,
  describeRent,
  DraftNote,
  paths,
  useDraft,
  useUser,
  VISITOR,
} from '@offquad/web-kit'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { ListForm } from '../../components/list-fields'
import { type ChangeList } from './use-list'

const VOTE_NAMES: Record<ListVote, string> = { yes: 'Yes', maybe: 'Maybe', no: 'No' }

/** The name of a place in a list, or a phrase if it is no longer listed. */
export const nameOf = (listing: Listing | undefined): string =>
  listing?.buildingData.name ?? 'A place that is no longer listed'

interface PlaceHeadProps {
  id: string
  listing: Listing | undefined
  children: ReactNode
}

/** The picture and name of a place in a list, and the list's own content about it. */
export function PlaceHead({ id, listing, children }: PlaceHeadProps) {
  const { photos = [] } = listing?.buildingData ?? {}
  const name = nameOf(listing)
  return (
    <>
      <div className="offquad-frame" aria-hidden="true">
        <Photo src={photos[0] && photoUrl(photos[0], 'card')} alt={name} seed={id} />
      </div>
      <div className="offquad-stack">
        <h2 dir="auto">{listing ? <Link to={paths.apartment(id)}>{name}</Link> : name}</h2>
        {listing && <p className="offquad-note">{factsOf(listing)}</p>}
        {children}
      </div>
    </>
  )
}

/** All but the rent: '4.2 / 5 (3 reviews) · 8 min walk to Main Plaza · Collegetown · 2 beds'. */
function factsOf(listing: Listing): string {
  const { rating, numReviews, walk, area, facts } = describeListing(listing)
  const { text: rent } = describeRent(listing)
  const rated =
    numReviews > 0 ? `${rating.toFixed(1)} / 5 (${countText(numReviews, 'review')})` : 'No reviews'
  const parts = [rated, walk && `${walk.time} to ${walk.to}`, area, ...facts]
  return parts.filter((part) => part && part !== rent).join(' · ')
}

interface PlaceOfListProps {
  list: Shortlist
  place: ListPlace
  listing: Listing | undefined
  /** Commutes of the members who show theirs. */
  minutes: { member: ListMember; minutes: string | undefined }[]
  change: ChangeList
  /** Controls that move the place in the list. */
  children: ReactNode
}

/** A place of a list, with the members' opinions. */
export function PlaceOfList({ list, place, listing, minutes, change, children }: PlaceOfListProps) {
  const name = nameOf(listing)
  const mine = place.opinions.find(({ memberId }) => memberId === list.me)
  const call = { params: { id: list.id, placeId: place.id } }

  function vote(next: ListVote): Promise<boolean> {
    const myVote = mine?.vote === next ? '' : next
    return change(
      () => api(putListOpinion, { ...call, body: { vote: myVote } }),
      (current) => withMyVote(current, place.id, myVote || undefined),
    )
  }

  return (
    <PlaceHead id={place.id} listing={listing}>
      <dl className="account-list-columns offquad-figures">
        <div>
          <dt>Rent per person</dt>
          <dd>{listing ? describeRent(listing).text : '–'}</dd>
        </div>
        {minutes.map(({ member, minutes: band }) => (
          <div key={member.id}>
            <dt>
              {member.id === list.me ? (
                'My commute'
              ) : (
                <>
                  <bdi>{member.name}</bdi>’s commute
                </>
              )}
            </dt>
            <dd>{band?.replace(/(\d+)/, '$1 min') ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {place.note && <p dir="auto">{place.note}</p>}
      <Opinions list={list} place={place} />
      <div className="offquad-cluster offquad-tight">
        <span className="account-moves" role="group" aria-label={`My vote: ${isolated(name)}`}>
          {LIST_VOTES.map((option) => (
            <Button key={option} aria-pressed={mine?.vote === option} onClick={() => void vote(option)}>
              {VOTE_NAMES[option]}
            </Button>
          ))}
        </span>
        {children}
        <EditTexts name={name} place={place} myComment={mine?.comment ?? ''} call={call} change={change} />
        <RemovePlace
          name={name}
          onRemove={() =>
            change(
              () => api(removeListPlace, { ...call, body: {} }),
              (current) => ({ ...current, places: current.places.filter(({ id }) => id !== place.id) }),
            )
          }
        />
      </div>
    </PlaceHead>
  )
}

const withMyVote = (list: Shortlist, placeId: string, vote: ListVote | undefined): Shortlist => ({
  ...list,
  places: list.places.map((place) => {
    if (place.id !== placeId) return place
    const comment = place.opinions.find(({ memberId }) => memberId === list.me)?.comment
    const otherOpinions = place.opinions.filter(({ memberId }) => memberId !== list.me)
    const mine = { memberId: list.me, ...(vote && { vote }), ...(comment && { comment }) }
    return { ...place, opinions: [...otherOpinions, mine] }
  }),
})

/** Votes and comments, in the order of the members. */
function Opinions({ list: { members, me }, place: { opinions } }: { list: Shortlist; place: ListPlace }) {
  const shown = members.flatMap((member) => {
    const opinion = opinions.find(({ memberId }) => memberId === member.id)
    return opinion && (opinion.vote || opinion.comment) ? [{ member, ...opinion }] : []
  })
  if (shown.length === 0) return null
  return (
    <ul>
      {shown.map(({ member, vote, comment }) => (
        <li key={member.id}>
          <strong>
            <bdi>{member.id === me ? 'Me' : member.name}</bdi>:{vote && ` ${VOTE_NAMES[vote]}`}
          </strong>
          {comment && <span dir="auto"> {comment}</span>}
        </li>
      ))}
    </ul>
  )
}

const ONE_TEXT = { rows: 3, maxLength: LIST_TEXT_LENGTH }

interface EditTextsProps {
  name: string
  place: ListPlace
  myComment: string
  call: { params: { id: string; placeId: string } }
  change: ChangeList
}

function EditTexts(texts: EditTextsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button aria-label={`Note and comment: ${isolated(texts.name)}`} onClick={() => setIsOpen(true)}>
        Note and comment
      </Button>
      <Dialog title={texts.name} width={480} isOpen={isOpen} onClose={close}>
        <TextsForm {...texts} onClose={close} />
      </Dialog>
    </>
  )
}

const NOTHING: { note?: string; comment?: string } = {}

/**
 * Sends each text separately and only if it was changed here, so that it never replaces a newer text unseen. The draft is kept
 * until it is stored.
 */
function TextsForm({ place, myComment, call, change, onClose }: EditTextsProps & { onClose: () => void }) {
  const uid = useUser()?.uid ?? VISITOR
  const { id, placeId } = call.params
  const draft = useDraft({
    uid,
    subject: `list/${id}/${placeId}`,
    initial: NOTHING,
    basedOn: JSON.stringify(place.note),
    onGone: onClose,
  })
  const { note = place.note, comment = myComment } = draft.fields
  const replaced = draft.isOutdated && note !== place.note ? place.note : ''

  async function save(): Promise<void> {
    const isNoteStored =
      note === place.note || (await change(() => api(putListPlace, { ...call, body: { note } })))
    const isCommentStored =
      comment === myComment || (await change(() => api(putListOpinion, { ...call, body: { comment } })))
    if (!isNoteStored || !isCommentStored) return
    draft.discard()
    onClose()
  }

  return (
    <ListForm label="Save" onSubmit={save}>
      <DraftNote draft={draft} />
      {replaced && (
        <p role="status">
          The note was changed meanwhile: “<bdi>{replaced}</bdi>”. Yours replaces it.
        </p>
      )}
      <TextField
        label="Note"
        hint="One for the list: every member can change it."
        {...ONE_TEXT}
        value={note}
        onChange={(next) => draft.change({ note: next })}
      />
      <TextField
        label="My comment"
        hint="With your name, for the members."
        {...ONE_TEXT}
        value={comment}
        onChange={(next) => draft.change({ comment: next })}
      />
    </ListForm>
  )
}

function RemovePlace({ name, onRemove }: { name: string; onRemove: () => Promise<boolean> }) {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  return (
    <>
      <Button aria-label={`Remove ${isolated(name)}`} onClick={() => setIsAsking(true)}>
        Remove
      </Button>
      <Dialog title="Remove this place from the list?" width={480} isOpen={isAsking} onClose={close}>
        <ListForm label="Remove" onCancel={close} onSubmit={onRemove}>
          <p>
            The note, votes and comments about <bdi>{name}</bdi> go with it, for all members.
          </p>
        </ListForm>
      </Dialog>
    </>
  )
}
