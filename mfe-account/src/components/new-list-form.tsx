import { addList, getLists } from '@offquad/contracts'
import { api, invalidateReads, useForm } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AppearanceFields, ListForm, ListNameField, useAppearance } from './list-fields'

/** @param onAdded called with the id of the new list, even if the form was closed meanwhile */
export function NewListForm({ onAdded }: { onAdded: (id: string) => unknown }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [appearance, setAppearance] = useAppearance()
  const { ref, errorOf, submit } = useForm({
    values: { name, ...appearance },
    // The service validates.
    validate: () => [],
    async send(body, idempotencyKey) {
      const { id } = await api(addList, { body, idempotencyKey })
      void invalidateReads(client, [getLists])
      await onAdded(id)
    },
    failure: (error) => (error as Error).message,
  })
  return (
    <ListForm form={ref} label="Create the list" onSubmit={submit}>
      <ListNameField value={name} error={errorOf('name')} onChange={setName} />
      <AppearanceFields value={appearance} error={errorOf('memberName')} onChange={setAppearance} />
    </ListForm>
  )
}
