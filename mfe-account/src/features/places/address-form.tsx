import { findAddress, PLACE_NAME_LENGTH, type ReplyOf } from '@offquad/contracts'
import { Button, showToast, TextField } from '@offquad/ui'
import { api, requireUser, useUser } from '@offquad/web-kit'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type NewPlace } from './new-place'

interface AddressFormProps {
  onAdd: (place: NewPlace) => Promise<boolean>
}

type Match = ReplyOf<typeof findAddress>['items'][number]

/** Looks up an address and lists the results to choose from. */
export function AddressForm({ onAdd }: AddressFormProps) {
  const user = useUser()
  const [address, setAddress] = useState('')
  const lookUp = useMutation({
    mutationFn: () => api(findAddress, { body: { address: address.trim() } }),
  })
  const matches = lookUp.data?.items
  if (!user)
    return (
      <p className="account-places-note offquad-note">
        Sign in to look up addresses, or choose a point on the map.{' '}
        <Button onClick={() => void requireUser().catch(() => undefined)}>Sign in</Button>
      </p>
    )

  function edit(typed: string): void {
    // Also ignores what is still being looked up.
    lookUp.reset()
    setAddress(typed)
  }

  async function add({ label, latitude, longitude }: Match): Promise<void> {
    const isAdded = await onAdd({
      name: address.trim().slice(0, PLACE_NAME_LENGTH) || label,
      latitude,
      longitude,
    })
    if (isAdded) edit('')
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (address.trim().length >= 3)
          lookUp.mutate(undefined, { onError: ({ message }) => showToast('error', message) })
      }}
    >
      <TextField label="Address" value={address} maxLength={200} onChange={edit} />
      <Button htmlType="submit" loading={lookUp.isPending}>
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
