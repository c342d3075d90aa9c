import './lists.css'
import { getLists, joinList, LIST_VOTES, openSharedList, type SharedList } from '@offquad/contracts'
import { Button, ListSkeleton, StateMessage } from '@offquad/ui'
import {
  api,
  describeRent,
  invalidateReads,
  isNotFound,
  LoadFailure,
  paths,
  type ProblemError,
  queryFailure,
  requireUser,
  useIsShown,
  usePageTitle,
  useUser,
  withUser,
} from '@offquad/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { attempt } from '../../components/attempt'
import { listPath } from '../../components/list-paths'
import { AppearanceFields, ListForm, useAppearance } from '../../components/list-fields'
import { PlaceHead } from './list-place'
import { useListings } from './list-view'

/** A list as people with its link see it. */
export function SharedListView({ token }: { token: string }) {
  const query = useQuery<SharedList, ProblemError>({
    queryKey: [openSharedList.path, token],
    queryFn: () => api(openSharedList, { body: { token } }),
  })
  const { data: list } = query
  const listings = useListings(list?.places.map(({ id }) => id))
  usePageTitle(list?.name ?? 'Shared list')
  if (isNotFound(query.error))
    return (
      <StateMessage
        heading="h1"
        title="This link has ended."
        detail="Ask the owner of the list for a new one."
        action={<Link to={paths.home()}>Home</Link>}
      />
    )
  const failure = queryFailure(query, listings)
  if (failure) return <LoadFailure heading="h1" title="This list cannot be loaded right now." {...failure} />
  if (!list || !listings.data) return <ListSkeleton items={3} lines={5} />
  return (
    <>
      <header className="offquad-stack offquad-section">
        <h1 dir="auto">{list.name}</h1>
        <p className="offquad-note">
          A list that <bdi>{list.ownerName}</bdi> shares with you.
        </p>
        {list.allows === 'join' && <Join token={token} onRefused={() => void query.refetch()} />}
      </header>
      <ol className="account-list-places offquad-stack">
        {list.places.map((place) => {
          const listing = listings.data.find(({ buildingData }) => buildingData.id === place.id)
          const rent = listing && describeRent(listing)
          return (
            <li key={place.id} className="offquad-panel">
              <PlaceHead id={place.id} listing={listing}>
                <p>
                  {rent?.text}
                  {rent && rent.source !== 'unknown' && ' per person'}
                </p>
                {place.note && <p dir="auto">{place.note}</p>}
                <p className="offquad-note">{votesText(place.votes)}</p>
              </PlaceHead>
            </li>
          )
        })}
      </ol>
    </>
  )
}

const votesText = (votes: SharedList['places'][number]['votes']): string =>
  LIST_VOTES.map((vote) => `${votes[vote] ?? 0} ${vote}`).join(' · ')

/** @param onRefused called when joining fails: the link may have been revoked since the page was opened */
function Join({ token, onRefused }: { token: string; onRefused: () => void }) {
  const user = useUser()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isShown = useIsShown()
  const [appearance, setAppearance] = useAppearance()

  async function join(): Promise<void> {
    const isJoined = await attempt(async () => {
      const { id } = await withUser('join this list', () => api(joinList, { body: { token, ...appearance } }))
      void invalidateReads(client, [getLists])
      if (isShown()) await navigate(listPath(id))
    })
    if (!isJoined) onRefused()
  }

  return (
    <section className="offquad-panel" aria-labelledby="join">
      <h2 id="join">Join to vote and comment</h2>
      {user ? (
        <ListForm label="Join" values={appearance} onSubmit={join}>
          {(errorOf) => (
            <AppearanceFields value={appearance} error={errorOf('memberName')} onChange={setAppearance} />
          )}
        </ListForm>
      ) : (
        <Button type="primary" onClick={() => void requireUser('join this list').catch(() => undefined)}>
          Sign in to join
        </Button>
      )}
    </section>
  )
}
