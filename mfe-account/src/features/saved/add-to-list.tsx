import './saved.css'
import { getList, getLists, isolated, putListPlace } from '@offquad/contracts'
import { Button, Dialog, ListSkeleton, TextButton } from '@offquad/ui'
import { api, invalidateReads, QueryContent, useApi, useFocusSuccessor } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { attempt } from '../../components/attempt'
import { listPath } from '../../components/list-paths'
import { NewListForm } from '../../components/new-list-form'

interface AddToListProps {
  id: string
  name: string
}

/** Opens the user's lists, to add an apartment to some. */
export function AddToList(place: AddToListProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <TextButton
        className="account-add-to-list"
        aria-label={`Add to a list: ${isolated(place.name)}`}
        onClick={() => setIsOpen(true)}
      >
        Add to a list
      </TextButton>
      <AddToListDialog {...place} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

type AddToListDialogProps = AddToListProps & { isOpen: boolean; onClose: () => void }

export const AddToListDialog = ({ isOpen, onClose, ...place }: AddToListDialogProps) => (
  <Dialog title="Add to a list" width={480} isOpen={isOpen} onClose={onClose}>
    <ListsToChoose {...place} />
  </Dialog>
)

function ListsToChoose({ id, name }: AddToListProps) {
  const client = useQueryClient()
  const lists = useApi(getLists)
  const [isStarting, setIsStarting] = useState(false)
  const { successor, onFocus } = useFocusSuccessor<HTMLUListElement>()

  const add = (listId: string) =>
    attempt(async () => {
      await api(putListPlace, { params: { id: listId, placeId: id }, body: {} })
      await invalidateReads(client, [getLists, getList])
    })

  return (
    <QueryContent
      query={lists}
      failure="Your lists cannot be loaded right now."
      fallback={<ListSkeleton items={1} lines={3} />}
    >
      {({ items }) => (
        <>
          <ul ref={successor} tabIndex={-1} className="offquad-facts" onFocus={onFocus}>
            {items.map((list) => (
              <li key={list.id}>
                <Link to={listPath(list.id)} dir="auto">
                  {list.name}
                </Link>
                {list.placeIds.includes(id) ? (
                  <span className="offquad-soft">Is in it</span>
                ) : (
                  <Button
                    aria-label={`Add ${isolated(name)} to ${isolated(list.name)}`}
                    onClick={() => void add(list.id)}
                  >
                    Add
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {isStarting || items.length === 0 ? (
            <NewListForm
              onAdded={async (listId) => {
                await add(listId)
                setIsStarting(false)
              }}
            />
          ) : (
            <TextButton onClick={() => setIsStarting(true)}>Start a list</TextButton>
          )}
        </>
      )}
    </QueryContent>
  )
}
