import { renderApp } from '@offquad/web-kit/testing'
import { fireEvent, screen } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { HeaderSearch } from './header-search'

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

const open = () =>
  renderApp(
    <>
      <HeaderSearch />
      <Address />
    </>,
    { path: '/*', url: '/apartment/1', responses: { '/api/search?q=gull': { body: [] } } },
  )

describe('the search field in the header', () => {
  it('leads to the results of what is typed, read as on the search page', () => {
    open()

    fireEvent.change(screen.getByRole('combobox', { name: /Search/ }), { target: { value: 'gull, studio' } })
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))

    const [path, query] = (document.querySelector('output')?.textContent ?? '').split('?')
    expect(path).toBe('/search')
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      q: 'gull',
      filters: '{"maxBedrooms":0}',
    })
  })
})
