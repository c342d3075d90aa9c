import './lists.css'
import { getListings, getLists, getSavedApartments, type Listing, photoUrl } from '@offquad/contracts'
import { Button, CardGrid, cardSkeletons, Dialog, HeadingRow, Photo } from '@offquad/ui'
import { apiQuery, countText, LoadFailure, paths, queryFailure, useApi, useIsShown } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { listPath } from '../../components/list-paths'
import { NewListForm } from '../../components/new-list-form'

const PICTURES = 3

/** The saved places, which are everyone's first list, and the lists of which the reader is a member. */
export function MyLists() {
  const lists = useApi(getLists)
  const saved = useApi(getSavedApartments)
  const ids = [...new Set(lists.data?.items.flatMap(({ placeIds }) => placeIds.slice(0, PICTURES)))]
  const pictures = useQuery({
    ...apiQuery(getListings, { params: { ids: ids.join(',') } }),
    enabled: ids.length > 0,
  })
  const failure = queryFailure(lists, saved)
  const isLoading = !lists.data || !saved.data || (ids.length > 0 && pictures.isPending)
  const cards = isLoading
    ? undefined
    : [
        {
          to: paths.bookmarks(),
          name: 'Saved',
          count: saved.data.length,
          note: 'only me',
          listings: saved.data,
        },
        ...lists.data.items.map(({ id, name, placeIds, memberNames }) => ({
          to: listPath(id),
          name,
          count: placeIds.length,
          note: memberNames.length > 0 ? `with ${NAMES.format(memberNames)}` : 'only me',
          listings: placeIds.flatMap(
            (placeId) => pictures.data?.find(({ buildingData }) => buildingData.id === placeId) ?? [],
          ),
        })),
      ]
  return (
    <>
      <HeadingRow>
        <h1>Lists</h1>
        <NewList />
      </HeadingRow>
      {failure ? (
        <LoadFailure title="Your lists cannot be loaded right now." {...failure} />
      ) : (
        <CardGrid
          items={
            cards?.map((card) => ({ key: card.to, content: <ListCard {...card} /> })) ?? cardSkeletons(2)
          }
        />
      )}
    </>
  )
}

const NAMES = new Intl.ListFormat('en-US')

interface ListCardProps {
  to: string
  name: string
  count: number
  /** Tells who sees the list. */
  note: string
  listings: Listing[]
}

const ListCard = ({ to, name, count, note, listings }: ListCardProps) => (
  <Link to={to} className="offquad-card-link">
    <article aria-label={name} className="account-list-card">
      <div className="offquad-frame" aria-hidden="true">
        {listings.slice(0, PICTURES).map(({ buildingData: { id, photos } }) => (
          <span key={id}>
            <Photo src={photos[0] && photoUrl(photos[0], 'card')} alt="" seed={id} />
          </span>
        ))}
      </div>
      <h2 dir="auto">{name}</h2>
      <p className="offquad-note" dir="auto">
        {count === 0 ? 'No places yet' : countText(count, 'place')} · {note}
      </p>
    </article>
  </Link>
)

function NewList() {
  const navigate = useNavigate()
  const isShown = useIsShown()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button type="primary" onClick={() => setIsOpen(true)}>
        New list
      </Button>
      <Dialog title="New list" width={480} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <NewListForm onAdded={(id) => isShown() && navigate(listPath(id))} />
      </Dialog>
    </>
  )
}
