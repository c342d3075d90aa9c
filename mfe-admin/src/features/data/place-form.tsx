import '../../components/admin.css'
import { Button } from '@offquad/ui'
import { type FormEvent, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router-dom'
import { useAddress } from '../../components/use-address'

interface PlaceFormProps {
  /** 'Add an apartment' */
  title: string
  /** Where it can be looked at as visitors see it. */
  href?: string
  form: RefObject<HTMLFormElement | null>
  isSaving: boolean
  isChanged: boolean
  progress: string | undefined
  onSubmit: (event: FormEvent) => Promise<void>
  onReset: () => void
  children: ReactNode
}

/** The frame of a form: where it leads back to, its fields, and what can be done. */
export function PlaceForm(props: PlaceFormProps) {
  const { title, href, form, isSaving, isChanged, progress, onSubmit, onReset, children } = props
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
      <form ref={form} noValidate className="admin-form" onSubmit={(event) => void onSubmit(event)}>
        {children}
        <p className="admin-actions">
          <Button type="primary" htmlType="submit" size="large" disabled={isSaving}>
            {isSaving ? `${progress ?? 'Saving'} …` : 'Save'}
          </Button>
          <Button size="large" disabled={isSaving || !isChanged} onClick={onReset}>
            Undo changes
          </Button>
        </p>
      </form>
    </section>
  )
}
