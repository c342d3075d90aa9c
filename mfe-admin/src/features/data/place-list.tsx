import '../../components/admin.css'
import './data.css'
import { TextField } from '@offquad/ui'
import { type ProblemError, useDebounced } from '@offquad/web-kit'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { Pages } from '../../components/pages'
import { Section } from '../../components/section'
import { useAddress } from '../../components/use-address'

const TYPING_MS = 250

interface Place {
  id: string
  name: string
  /** What tells it from others of its name. */
  detail: string
}

interface PlaceListProps {
  title: string
  /** 'Add an apartment' */
  addLabel: string
  places: Place[] | undefined
  total: number | undefined
  failure: { error: ProblemError; onRetry: () => unknown } | undefined
}

/** What was typed and which page of what it finds is shown, as the address says. */
export function usePlaceSearch() {
  const { params } = useAddress()
  return { q: params.get('q') ?? '', offset: Number(params.get('offset') ?? 0) }
}

/** A list to choose what to change from. */
export function PlaceList({ title, addLabel, places, total, failure }: PlaceListProps) {
  const { offset } = usePlaceSearch()
  const { hrefWith, go } = useAddress()
  return (
    <Section
      title={title}
      count={total}
      failure={failure}
      empty="Nothing is like this."
      controls={
        <>
          <p className="admin-actions">
            <Link className="admin-add" to={hrefWith({ id: 'new' })}>
              {addLabel}
            </Link>
          </p>
          <SearchField />
        </>
      }
    >
      <ul className="admin-places">
        {places?.map(({ id, name, detail }) => (
          <li key={id}>
            <Link to={hrefWith({ id })}>{name}</Link>
            <span className="admin-soft">{detail}</span>
          </li>
        ))}
      </ul>
      <Pages
        label={`Pages of ${title.toLowerCase()}`}
        offset={offset}
        total={total ?? 0}
        names={['Back', 'Next']}
        onTurn={(next) => go({ offset: next > 0 ? String(next) : undefined })}
      />
    </Section>
  )
}

function SearchField() {
  const { q } = usePlaceSearch()
  const { go } = useAddress()
  const [typed, setTyped] = useState(q)
  const settled = useDebounced(typed, TYPING_MS)
  useEffect(() => {
    if (settled !== q) go({ q: settled, offset: undefined }, { replace: true })
    // Only what is typed leads to an address, not the other way round.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])
  return <TextField label="Find by name or address" value={typed} onChange={setTyped} />
}
