import { findAddress, PLACE_NAME_LENGTH, type ReplyOf } from '@offquad/contracts'
import { Button, showToast, TextField } from '@offquad/ui'
import { api, requireUser, useUser } from '@offquad/web-kit'
import { useRef, useState } from 'react'
import { type NewPlace } from './new-place'

interface AddressFormProps {
  onAdd: (place: NewPlace) => Promise<boolean>
}

type Match = ReplyOf<typeof findAddress>['items'][number]

/** Looks up an address and lists the results to choose from. */
export function AddressForm({ onAdd }: AddressFormProps) {
  const user = useUser()
  const [address, setAddress] = useState('')
  const [matches, setMatches] = useState<Match[]>()
  const [isBusy, setIsBusy] = useState(false)
  const lookUp = useRef<AbortController>(undefined)
  if (!user)
    return (
      <p className="account-places-note offquad-note">
        Sign in to look up addresses, or choose a point on the map.{' '}
        <Button onClick={() => void requireUser().catch(() => undefined)}>Sign in</Button>
      </p>
    )

  async function search(): Promise<void> {
    if (address.trim().length < 3) return
    lookUp.current = new AbortController()
    const { signal } = lookUp.current
    setIsBusy(true)
    try {
      const { items } = await api(findAddress, { body: { address: address.trim() }, signal })
      if (!signal.aborted) setMatches(items)
    } catch (error) {
      if (!signal.aborted) showToast('error', (error as Error).message)
    } finally {
      if (!signal.aborted) setIsBusy(false)
    }
  }

  /** Cancels a look-up of the previous text. */
  function edit(typed: string): void {
    lookUp.current?.abort()
    setIsBusy(false)
    setMatches(undefined)
    setAddress(typed)
  }

  async function add({ label, latitude, longitude }: Match): Promise<void> {
    const isAdded = await onAdd({
      name: address.trim().slice(0, PLACE_NAME_LENGTH) || label,
      latitude,
      longitude,
    })
    if (!isAdded) return
    setAddress('')
    setMatches(undefined)
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void search()
      }}
    >
      <TextField label="Address" value={address} maxLength={200} onChange={edit} />
      <Button htmlType="submit" loading={isBusy}>
        Look up
      </Button>
      <div role="status">
        {matches?.length === 0 && (
          <p className="account-places-found">
            This address was not found. Check the spelling, or choose a point on the map instead.
          </p>
        )}
        {matches && matches.length > 0 && (
          <ul className="account-places-found offquad-stack" aria-label="Addresses found">
            {matches.map((match) => (
              <li key={match.label}>
                {match.label} <Button onClick={() => void add(match)}>Add</Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </form>
  )
}
