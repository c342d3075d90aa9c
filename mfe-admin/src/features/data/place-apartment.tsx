import './data.css'
import {
  changeApartment,
  getApartments,
  listUnplacedApartments,
  type UnplacedApartment,
} from '@offquad/contracts'
import { Button, showToast, Skeleton } from '@offquad/ui'
import { api, LoadFailure, paths, ProblemError, useApi } from '@offquad/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { PAGE_SIZE } from '../../components/pages'
import { useAddress } from '../../components/use-address'
import { NO_POINT, PlacePicker, readPoint } from './place-picker'
import { problemText } from './placement-problems'

/** Puts one apartment on the map. */
export function PlaceApartment({ id }: { id: string }) {
  const { hrefWith, params } = useAddress()
  const cursor = params.get('cursor') ?? undefined
  const query = { ...(cursor && { cursor }), size: PAGE_SIZE }
  const apartments = useApi(getApartments, { params: { ids: id }, asUser: true })
  const unplaced = useApi(listUnplacedApartments, { query })
  const [apartment] = apartments.data ?? []
  if (apartments.error && !apartment)
    return (
      <LoadFailure
        title="This apartment cannot be loaded."
        error={apartments.error}
        onRetry={apartments.refetch}
      />
    )
  if (!apartment || unplaced.isPending) return <Skeleton active paragraph={{ rows: 10 }} />
  const others = unplaced.data?.items ?? []
  return (
    <section aria-labelledby="place-apartment">
      <p>
        <Link to={hrefWith({ id: undefined })}>← Back to the list</Link>
      </p>
      <h2 id="place-apartment">Place {apartment.name} on the map</h2>
      <p>
        {apartment.address || 'No address'} · <Link to={paths.apartment(id)}>See its page</Link>
      </p>
      <PlaceForm
        id={id}
        name={apartment.name}
        unplaced={others.find((one) => one.id === id)}
        nextId={others[others.findIndex((one) => one.id === id) + 1]?.id}
      />
    </section>
  )
}

interface PlaceFormProps {
  id: string
  name: string
  /** Absent: it has coordinates by now, or is on another page of the list. */
  unplaced: UnplacedApartment | undefined
  /** What is placed after it. */
  nextId: string | undefined
}

function PlaceForm({ id, name, unplaced, nextId }: PlaceFormProps) {
  const { go } = useAddress()
  const client = useQueryClient()
  const [typed, setTyped] = useState(NO_POINT)
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const { suggestion } = unplaced ?? {}
  const save = useMutation({
    mutationFn: () => api(changeApartment, { params: { id }, body: { ...typed } }),
    async onSuccess() {
      showToast('success', `${name} is on the map.`)
      go({ id: nextId })
      await client.invalidateQueries()
    },
    onError(failure) {
      const [field] = failure instanceof ProblemError ? failure.errors : []
      if (field) fail(field.message)
      else showToast('error', failure.message)
    },
  })

  function fail(message: string): void {
    setError(message)
    form.current?.querySelector('input')?.focus()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (save.isPending) return
    if (readPoint(typed)) save.mutate()
    else fail('Type a latitude from -90 to 90 and a longitude from -180 to 180, or click on the map.')
  }

  return (
    <form ref={form} noValidate className="admin-form" onSubmit={submit}>
      {unplaced && <p className="admin-soft">{problemText(unplaced)}</p>}
      {suggestion && (
        <p className="admin-actions">
          <span>Perhaps it is near {suggestion.label}.</span>
          <Button
            onClick={() =>
              setTyped({
                latitude: String(suggestion.latitude),
                longitude: String(suggestion.longitude),
              })
            }
          >
            Put the pin there
          </Button>
        </p>
      )}
      <PlacePicker
        typed={typed}
        start={suggestion}
        error={error}
        onChange={(next) => {
          setError(undefined)
          setTyped(next)
        }}
      />
      <p className="admin-actions">
        <Button type="primary" htmlType="submit" size="large" disabled={save.isPending}>
          {save.isPending ? 'Saving …' : nextId ? 'Save and go to the next' : 'Save'}
        </Button>
      </p>
    </form>
  )
}
