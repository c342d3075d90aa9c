import {
  getSavedSearches,
  removeSavedSearch,
  saveSearch,
  type saveSearchSlot,
  type SlotPropsOf,
} from '@offquad/contracts'
import { showToast, TextButton } from '@offquad/ui'
import { api, apiQuery, invalidateReads, paths, useUser, withUser } from '@offquad/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { attempt } from '../../components/attempt'
import { Bell } from './bell'

/** 'Alert me', or 'Alerts on', for the search of a page. */
export function SaveSearch(search: SlotPropsOf<typeof saveSearchSlot>) {
  const client = useQueryClient()
  const isSignedIn = useUser() !== undefined
  const { data } = useQuery({ ...apiQuery(getSavedSearches), enabled: isSignedIn })
  const saved = isSignedIn ? data?.items.find(({ address }) => address === search.address) : undefined
  const [isBusy, setIsBusy] = useState(false)

  async function toggle(): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    await attempt(async () => {
      await withUser('get alerts for this search', async () => {
        if (saved) await api(removeSavedSearch, { params: { id: saved.id } })
        else await api(saveSearch, { body: search })
        await invalidateReads(client, [getSavedSearches])
      })
      showToast(saved ? 'undo' : 'success', saved ? 'No more alerts for this search.' : <SavedMessage />)
    })
    setIsBusy(false)
  }

  return (
    <TextButton
      className="offquad-cluster offquad-tight"
      aria-pressed={saved !== undefined}
      // Not disabled, so that it keeps the focus.
      aria-disabled={isBusy}
      onClick={() => void toggle()}
    >
      <Bell />
      <span>{saved ? 'Alerts on' : 'Alert me'}</span>
    </TextButton>
  )
}

const SavedMessage = () => (
  <>
    You will be told when a place matches, here and by mail. Choose how often under{' '}
    <Link to={paths.alerts()}>Alerts</Link>.
  </>
)
