import '../../components/admin.css'
import './data.css'
import { Button } from '@offquad/ui'
import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useAddress } from '../../components/use-address'
import { type PlaceFormState } from './use-place-form'

interface PlaceFormProps {
  /** 'Add an apartment' */
  title: string
  /** Where it can be looked at as visitors see it. */
  href?: string
  place: Omit<PlaceFormState<unknown>, 'fields' | 'set'>
  children: ReactNode
}

/** The frame of a form: where it leads back to, its fields, and what can be done. */
export function PlaceForm({ title, href, place, children }: PlaceFormProps) {
  const { form, isSaving, isChanged, progress, submit, reset } = place
  const { hrefWith } = useAddress()
  return (
    <section aria-labelledby="place-form">
      <p>
        <Link to={hrefWith({ id: undefined, from: undefined })}>← Back to the list</Link>
      </p>
      <h2 id="place-form">{title}</h2>
      {href && (
        <p>
          <Link to={href}>See its page</Link>
        </p>
      )}
      <form ref={form} noValidate className="admin-form" onSubmit={(event) => void submit(event)}>
        {children}
        <p className="admin-actions">
          <Button type="primary" htmlType="submit" size="large" disabled={isSaving}>
            {isSaving ? `${progress ?? 'Saving'} …` : 'Save'}
          </Button>
          <Button size="large" disabled={isSaving || !isChanged} onClick={reset}>
            Undo changes
          </Button>
        </p>
      </form>
    </section>
  )
}
