import './search.css'
import { paths } from '@offquad/web-kit'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { readTerms } from './search'
import { SearchRow } from './search-bar'

/** The search field of pages other than the search: it starts a new search. */
export function HeaderSearch() {
  const [q, setQ] = useState('')
  const navigate = useNavigate()
  const submit = () => void navigate(paths.search(readTerms({ q, filters: {} })))
  return (
    <form
      role="search"
      className="browse-search browse-search-pill"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <SearchRow value={q} filters={{}} onChange={setQ} onSubmit={submit} />
    </form>
  )
}
