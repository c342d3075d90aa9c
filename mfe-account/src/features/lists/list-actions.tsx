import {
  deleteList,
  getLists,
  getSavedApartments,
  type Invite,
  isolated,
  type ListMember,
  MAX_LIST_MEMBERS,
  putListMember,
  putListPlace,
  removeListMember,
  renameList,
  REPORT_LENGTH,
  reportList,
  shareList,
  type Shortlist,
} from '@offquad/contracts'
import { Button, Dialog, Input, ListSkeleton, Menu, showToast, TextField } from '@offquad/ui'
import {
  api,
  invalidateReads,
  paths,
  QueryContent,
  useApi,
  useFocusSuccessor,
  useIsShown,
} from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { attempt } from '../../components/attempt'
import { inviteUrl, listsPath } from '../../components/list-paths'
import { AppearanceFields, ListForm, ListNameField, useAppearance } from '../../components/list-fields'
import { type ChangeList } from './use-list'

interface ActionProps {
  list: Shortlist
  change: ChangeList
  onDone: () => void
  /** Called when the list is deleted or the reader has left it. */
  onGone: () => unknown
}

interface Action {
  label: string
  title: string
  Form: (props: ActionProps) => ReactNode
}

const ADD: Action = { label: 'Add places', title: 'Add places', Form: AddPlaces }
const SHARE: Action = { label: 'Share', title: 'Share this list', Form: Share }
const RENAME: Action = { label: 'Rename', title: 'Rename this list', Form: Rename }
const APPEAR: Action = { label: 'How I appear', title: 'How I appear in this list', Form: Appear }
const REPORT: Action = { label: 'Report', title: 'Report this list', Form: Report }
const LEAVE: Action = { label: 'Leave', title: 'Leave this list?', Form: Leave }
const DELETE: Action = { label: 'Delete', title: 'Delete this list?', Form: Delete }

/** A member's actions on a list as a whole. */
export function ListActions({ list, change }: Pick<ActionProps, 'list' | 'change'>) {
  const navigate = useNavigate()
  const isShown = useIsShown()
  const [action, setAction] = useState<Action>()
  const isOwner = list.members.some(({ id, isOwner: is }) => is && id === list.me)
  const close = () => setAction(undefined)
  const more = isOwner
    ? [RENAME, APPEAR, ...(list.members.length > 1 ? [LEAVE] : []), DELETE]
    : [APPEAR, REPORT, LEAVE]
  return (
    <>
      <Button onClick={() => setAction(ADD)}>Add places</Button>
      {isOwner && (
        <Button type="primary" onClick={() => setAction(SHARE)}>
          Share
        </Button>
      )}
      <Menu items={more.map((act) => ({ key: act.label, label: act.label, onClick: () => setAction(act) }))}>
        <Button>More</Button>
      </Menu>
      <Dialog title={action?.title ?? ''} width={480} isOpen={action !== undefined} onClose={close}>
        {action && (
          <action.Form
            list={list}
            change={change}
            onDone={close}
            onGone={() => isShown() && navigate(listsPath)}
          />
        )}
      </Dialog>
    </>
  )
}

/** The reader's saved places that the list lacks. */
function AddPlaces({ list, change }: ActionProps) {
  const saved = useApi(getSavedApartments)
  const { successor, onFocus } = useFocusSuccessor<HTMLParagraphElement>()
  return (
    <QueryContent
      query={saved}
      failure="Your saved places cannot be loaded right now."
      fallback={<ListSkeleton items={1} lines={4} />}
    >
      {(listings) => {
        const absent = listings.filter(
          ({ buildingData }) => !list.places.some(({ id }) => id === buildingData.id),
        )
        return (
          <>
            <p ref={successor} tabIndex={-1}>
              {absent.length > 0 ? 'From your saved places:' : 'All places that you saved are in this list.'}
            </p>
            <ul className="offquad-facts" onFocus={onFocus}>
              {absent.map(({ buildingData: { id, name } }) => (
                <li key={id}>
                  <span dir="auto">{name}</span>
                  <Button
                    aria-label={`Add ${isolated(name)}`}
                    onClick={() =>
                      void change(() => api(putListPlace, { params: { id: list.id, placeId: id }, body: {} }))
                    }
                  >
                    Add
                  </Button>
                </li>
              ))}
            </ul>
            <p>
              <Link to={paths.search({})}>Find other places</Link> and save them, to add them here.
            </p>
          </>
        )
      }}
    </QueryContent>
  )
}

const INVITE_TEXTS: Record<Invite, string> = {
  join: 'Everyone with this link can join after signing in: vote, comment, and change places and notes.',
  view: 'Everyone with this link can see the places, the notes, and how many voted for what.',
}

function Share({ list, change }: ActionProps) {
  const { invite, members } = list
  const call = { params: { id: list.id } }
  const share = (allows: Invite | 'nothing') => change(() => api(shareList, { ...call, body: { allows } }))
  const otherMembers = members.filter(({ id }) => id !== list.me)
  const { successor, onFocus } = useFocusSuccessor<HTMLDivElement>()
  return (
    <div ref={successor} tabIndex={-1} className="offquad-stack" onFocus={onFocus}>
      {invite ? (
        <>
          <p>{INVITE_TEXTS[invite.allows]}</p>
          <LinkField url={inviteUrl(invite.token)} />
          <p className="offquad-cluster">
            <Button onClick={() => void share('nothing')}>Revoke the link</Button>
            <Button onClick={() => void share(invite.allows === 'join' ? 'view' : 'join')}>
              {invite.allows === 'join' ? 'Replace with a view-only link' : 'Replace with a link to join'}
            </Button>
          </p>
        </>
      ) : (
        <>
          <p>Make a link and send it to those you want to decide with. You can revoke it at any time.</p>
          <p className="offquad-cluster">
            <Button type="primary" onClick={() => void share('join')}>
              Link to join
            </Button>
            <Button onClick={() => void share('view')}>View-only link</Button>
          </p>
        </>
      )}
      {otherMembers.length > 0 && (
        <ul className="offquad-facts" aria-label={`Members, at most ${MAX_LIST_MEMBERS}`}>
          {otherMembers.map((member) => (
            <MemberRow key={member.id} list={list} member={member} />
          ))}
        </ul>
      )}
    </div>
  )
}

function LinkField({ url }: { url: string }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url)
      showToast('success', 'Link copied')
    } catch {
      showToast('error', 'The link could not be copied. Please select and copy it.')
    }
  }
  return (
    <div className="offquad-cluster">
      <Input readOnly aria-label="Link" value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
      <Button type="primary" onClick={() => void copy()}>
        Copy the link
      </Button>
    </div>
  )
}

function MemberRow({ list, member: { id, name } }: { list: Shortlist; member: ListMember }) {
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoval(list, id, list.invite && 'The link has ended, too. You can make a new one.')
  return (
    <li>
      <span dir="auto">{name}</span>
      <Button
        aria-label={isAsking ? undefined : `Remove ${isolated(name)}`}
        onClick={() => setIsAsking(!isAsking)}
      >
        {isAsking ? 'Cancel' : 'Remove'}
      </Button>
      {isAsking && (
        <Button danger onClick={() => void remove()}>
          Remove with votes and comments
        </Button>
      )}
    </li>
  )
}

/** @returns a function that removes a member, and returns whether it succeeded */
function useRemoval({ id }: Shortlist, memberId: string, success?: string) {
  const client = useQueryClient()
  return () =>
    attempt(async () => {
      await api(removeListMember, { params: { id, memberId }, body: {} })
      void invalidateReads(client, [getLists])
    }, success)
}

function Rename({ list, change, onDone }: ActionProps) {
  const [name, setName] = useState(list.name)
  const send = () => api(renameList, { params: { id: list.id }, body: { name } })
  return (
    <ListForm label="Rename" values={{ name }} onSubmit={async () => (await change(send)) && onDone()}>
      {(errorOf) => <ListNameField value={name} error={errorOf('name')} onChange={setName} />}
    </ListForm>
  )
}

function Appear({ list, change, onDone }: ActionProps) {
  const { members, me, showsMinutes } = list
  const memberName = members.find(({ id }) => id === me)?.name ?? ''
  const [appearance, setAppearance] = useAppearance({ memberName, showsMinutes })
  const send = () => api(putListMember, { params: { id: list.id }, body: appearance })
  return (
    <ListForm label="Save" values={appearance} onSubmit={async () => (await change(send)) && onDone()}>
      {(errorOf) => (
        <AppearanceFields value={appearance} error={errorOf('memberName')} onChange={setAppearance} />
      )}
    </ListForm>
  )
}

function Report({ list, onDone }: ActionProps) {
  const [reason, setReason] = useState('')
  const send = () =>
    attempt(
      () => api(reportList, { params: { id: list.id }, body: { reason } }),
      'The administrators will look at this list.',
    )
  return (
    <ListForm label="Report" values={{ reason }} onSubmit={async () => (await send()) && onDone()}>
      {(errorOf) => (
        <>
          <p>The administrators get the names and texts of this list, and your e-mail address.</p>
          <TextField
            label="What is wrong?"
            isRequired
            rows={3}
            value={reason}
            error={errorOf('reason')}
            maxLength={REPORT_LENGTH}
            onChange={setReason}
          />
        </>
      )}
    </ListForm>
  )
}

function Leave({ list, onDone, onGone }: ActionProps) {
  const remove = useRemoval(list, list.me)
  return (
    <ListForm label="Leave" onCancel={onDone} onSubmit={async () => (await remove()) && onGone()}>
      <p>Your votes and comments are deleted. The others keep the list.</p>
    </ListForm>
  )
}

function Delete({ list, onDone, onGone }: ActionProps) {
  const client = useQueryClient()
  const send = () =>
    attempt(async () => {
      await api(deleteList, { params: { id: list.id }, body: {} })
      void invalidateReads(client, [getLists])
      await onGone()
    })
  return (
    <ListForm label="Delete" onCancel={onDone} onSubmit={send}>
      <p>
        {list.members.length > 1
          ? 'It is deleted for all members, with its notes, votes and comments.'
          : 'It is deleted with its notes and comments.'}{' '}
        This cannot be undone.
      </p>
    </ListForm>
  )
}
