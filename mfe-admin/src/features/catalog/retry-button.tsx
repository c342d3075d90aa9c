import {
  listMissingListingPictures,
  listUnplacedApartments,
  retryGeocoding,
  retryListingPictures,
} from '@offquad/contracts'
import { Button, showToast } from '@offquad/ui'
import { api, invalidateReads } from '@offquad/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'

const RETRIES = {
  picture: {
    retry: (source?: string) => api(retryListingPictures, { body: source ? { sources: [source] } : {} }),
    list: listMissingListingPictures,
    queuedText: (count: number) => (count === 1 ? '1 picture' : `${count} pictures`) + ' will be fetched.',
  },
  address: {
    retry: (id?: string) => api(retryGeocoding, { body: id ? { apartmentIds: [id] } : {} }),
    list: listUnplacedApartments,
    queuedText: (count: number) => (count === 1 ? '1 address' : `${count} addresses`) + ' will be looked up.',
  },
}

interface RetryButtonProps {
  of: keyof typeof RETRIES
  label: string
  name?: string
  /** The source of a picture, the id of an apartment; absent: all of them. */
  id?: string
}

export function RetryButton({ of, label, name, id }: RetryButtonProps) {
  const { retry, list, queuedText } = RETRIES[of]
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => retry(id),
    async onSuccess({ queued }) {
      showToast('success', queuedText(queued))
      await invalidateReads(client, [list])
    },
    onError: (error) => showToast('error', error.message),
  })
  return (
    <Button disabled={isPending} aria-label={name && `${label}: ${name}`} onClick={() => mutate()}>
      {label}
    </Button>
  )
}
