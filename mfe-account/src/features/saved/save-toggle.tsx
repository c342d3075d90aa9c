import './saved.css'
import {
  addSavedApartment,
  addSavedLandlord,
  checkSavedApartment,
  checkSavedLandlord,
  getSavedApartments,
  getSavedLandlords,
  isolated,
  removeSavedApartment,
  removeSavedLandlord,
  type saveToggleSlot,
  type SlotPropsOf,
  type User,
} from '@offquad/contracts'
import { Icon, IconButton, lazyComponent, OutlineButton, showToast, TextButton } from '@offquad/ui'
import {
  api,
  apiQuery,
  createTurns,
  failureText,
  invalidateReads,
  isOffline,
  paths,
  useUser,
  withUser,
} from '@offquad/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

const BOOKMARK = 'M6 3h12v18l-6-5-6 5z'

const AddToListDialog = lazyComponent(async () => (await import('./add-to-list')).AddToListDialog, {
  label: 'The choice of lists',
})

type SavedKind = SlotPropsOf<typeof saveToggleSlot>['kind']

const CALLS = {
  apartment: {
    check: async (apartmentId: string) => (await api(checkSavedApartment, { body: { apartmentId } })).result,
    add: (apartmentId: string) => api(addSavedApartment, { body: { apartmentId } }),
    remove: (apartmentId: string) => api(removeSavedApartment, { body: { apartmentId } }),
  },
  landlord: {
    check: async (landlordId: string) => (await api(checkSavedLandlord, { body: { landlordId } })).result,
    add: (landlordId: string) => api(addSavedLandlord, { body: { landlordId } }),
    remove: (landlordId: string) => api(removeSavedLandlord, { body: { landlordId } }),
  },
}

interface SaveToggleProps extends SlotPropsOf<typeof saveToggleSlot> {
  /** Whether the page already knows that the place is saved, so that the API is not called to check. */
  isKnownSaved?: boolean
}

/** 'Save' or 'Saved', for an apartment or a landlord. */
export function SaveToggle(props: SaveToggleProps) {
  const { kind, name, isOnPicture = false } = props
  // undefined: not opened yet, so that the dialog's code need not be loaded.
  const [isChoosing, setIsChoosing] = useState<boolean>()
  const button = useRef<HTMLButtonElement>(null)
  // The message disappears with its button: the focus goes where it came from.
  const focus = () => button.current?.focus({ preventScroll: true })
  const { isSaved, toggle } = useSaved(props, focus, () => setIsChoosing(true))
  const word = isSaved ? 'Saved' : 'Save'
  const label = `${word}: ${isolated(name)}`
  const shown = { ref: button, 'aria-pressed': isSaved, onClick: () => void toggle() }
  return (
    <>
      {isOnPicture ? (
        <IconButton
          className="account-save offquad-round-button offquad-on-picture"
          title={word}
          label={label}
          icon={BOOKMARK}
          {...shown}
        />
      ) : (
        <OutlineButton className="account-save" aria-label={label} {...shown}>
          <Icon path={BOOKMARK} />
          <span>{word}</span>
        </OutlineButton>
      )}
      {kind === 'apartment' && isChoosing !== undefined && (
        <AddToListDialog {...props} isOpen={isChoosing} onClose={() => setIsChoosing(false)} />
      )}
    </>
  )
}

/** Saves or removes an apartment or a landlord: optimistically, and rolled back when the call fails. */
function useSaved(
  { kind, id, name, isKnownSaved = false, isOnPicture = false }: SaveToggleProps,
  focus: () => void,
  onChooseList: () => void,
) {
  const uid = useUser()?.uid
  const client = useQueryClient()
  const { data: isSaved = isKnownSaved, isError } = useQuery({
    queryKey: savedKey(uid, kind, id),
    queryFn: async () =>
      isOnPicture && kind === 'apartment'
        ? // A single call for all cards of a page.
          (await client.fetchQuery(apiQuery(getSavedApartments))).some(
            ({ buildingData }) => buildingData.id === id,
          )
        : CALLS[kind].check(id),
    enabled: uid !== undefined && !isKnownSaved,
    // Another tab may have removed it.
    refetchOnWindowFocus: 'always',
  })

  useEffect(() => {
    // Offline, the page's banner explains it already.
    if (isError && !isOnPicture && !isOffline()) showToast('error', `Error with checking if ${kind} is saved`)
  }, [isError, isOnPicture, kind])

  const [inTurn] = useState(createTurns)
  /** The number of unanswered presses, and what the service has stored. */
  const pending = useRef({ presses: 0, isStored: false })
  const leaveTo = (act: () => void) => () => {
    focus()
    act()
  }
  const savedMessage = (
    <>
      You have bookmarked <bdi>{name}</bdi>. View your bookmarks <Link to={paths.bookmarks()}>here</Link>
      {kind === 'apartment' && ' or '}
      {kind === 'apartment' && <TextButton onClick={leaveTo(onChooseList)}>choose a list</TextButton>}
    </>
  )
  const removedMessage = (
    <>
      <bdi>{name}</bdi> was removed from your bookmarks.{' '}
      <TextButton onClick={leaveTo(() => void set(true))}>Undo</TextButton>
    </>
  )

  async function change({ uid }: User, next: boolean): Promise<void> {
    const queryKey = savedKey(uid, kind, id)
    await client.cancelQueries({ queryKey })
    const { current: waiting } = pending
    if (waiting.presses === 0) waiting.isStored = client.getQueryData<boolean>(queryKey) ?? !next
    waiting.presses += 1
    client.setQueryData(queryKey, next)
    try {
      await inTurn(() => (next ? CALLS[kind].add(id) : CALLS[kind].remove(id))).finally(() => {
        waiting.presses -= 1
      })
      waiting.isStored = next
      showToast(next ? 'success' : 'undo', next ? savedMessage : removedMessage)
      await invalidateReads(client, [getSavedApartments, getSavedLandlords])
    } catch (error) {
      if (waiting.presses === 0) client.setQueryData(queryKey, waiting.isStored)
      throw error
    }
  }

  async function set(next: boolean): Promise<void> {
    try {
      await withUser(`save this ${kind}`, (user) => change(user, next))
    } catch (error) {
      showToast('error', failureText(error, `Error with ${next ? 'saving' : 'unsaving'} ${kind}`))
    }
  }

  return {
    isSaved,
    // A visitor who signs in here wants to save the place, regardless of the state cached for signed-out visitors.
    toggle: () => set(uid === undefined || !isSaved),
  }
}

/** Per user, so that one user's saved places are never shown to the next. */
const savedKey = (uid: string | undefined, kind: SavedKind, id: string) =>
  ['saved', uid ?? null, kind, id] as const
