import { type MapViewProps } from '@offquad/ui'
import { renderApp } from '@offquad/web-kit/testing'
import { ApartmentMap } from './apartment-map'

let tilesUrl: string | undefined

// A real map needs a layout.
jest.mock('@offquad/ui', () => ({
  ...jest.requireActual<object>('@offquad/ui'),
  MapView: (props: MapViewProps) => {
    tilesUrl = props.tilesUrl
    return null
  },
}))

it.each([true, false])('has streets only with a network: %s', (isOnline) => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  const pageData = { maps: { tilesUrl: 'https://tiles.test/{z}/{x}/{y}.png' } }

  renderApp(<ApartmentMap label="Map" apartments={[]} />, { pageData })

  expect(tilesUrl !== undefined).toBe(isOnline)
})
