import { addList, getLists } from '@offquad/contracts'
import { api, invalidateReads } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AppearanceFields, ListForm, ListNameField, useAppearance } from './list-fields'

/** @param onAdded called with the id of the new list, even if the form was closed meanwhile */
export function NewListForm({ onAdded }: { onAdded: (id: string) => unknown }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [appearance, setAppearance] = useAppearance()
  const body = { name, ...appearance }

  async function add(idempotencyKey: string): Promise<void> {
    const { id } = await api(addList, { body, idempotencyKey })
    void invalidateReads(client, [getLists])
    await onAdded(id)
  }

  return (
    <ListForm label="Create the list" values={body} onSubmit={add}>
      {(errorOf) => (
        <>
          <ListNameField value={name} error={errorOf('name')} onChange={setName} />
          <AppearanceFields value={appearance} error={errorOf('memberName')} onChange={setAppearance} />
        </>
      )}
    </ListForm>
  )
}
