import { saveSearchSlot } from '@offquad/contracts'
import { Icon, TextButton } from '@offquad/ui'
import { paths, Slot } from '@offquad/web-kit'
import { LateSlot } from '../../components/late-slot'
import { OWN_SEARCH_HINT } from './own-search'
import { filterQuery, isOwnSearch, type Search, wordsOf } from './search'

/** Saves an alert for a search; not for searches by a personal place, which only its owner's browser knows. */
export function AlertMe({ search }: { search: Search }) {
  if (isOwnSearch(search)) return <p className="offquad-note">{OWN_SEARCH_HINT}</p>
  const address = paths.search(search).split('?')[1] ?? ''
  const props = { name: wordsOf(search).join(' · '), address, criteria: filterQuery(search) }
  return (
    <LateSlot
      key={address}
      failure="Alerts cannot be loaded right now."
      draw={(events) => (
        <TextButton className="offquad-cluster offquad-tight" {...events}>
          <Icon path="M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7M10 20.5h4" />
          Alert me
        </TextButton>
      )}
    >
      <Slot contract={saveSearchSlot} label="Alerts" props={props} isExtra />
    </LateSlot>
  )
}
