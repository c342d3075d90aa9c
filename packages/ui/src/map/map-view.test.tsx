import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type MapProvider, type OpenMap } from './map-provider'
import { MapView, type MapViewProps } from './map-view'

let opened: { provider: jest.Mocked<MapProvider>; options: Parameters<OpenMap>[1] }[] = []
let failures = 0

// A fake of the map library, which needs a layout and the network.
jest.mock('./leaflet-map', () => ({
  openLeafletMap: (_element: HTMLElement, options: Parameters<OpenMap>[1]) => {
    if (failures-- > 0) return Promise.reject(new Error('cannot be loaded'))
    let zoom = options.zoom
    const provider: jest.Mocked<MapProvider> = {
      project: jest.fn(({ latitude, longitude }) => ({ x: longitude, y: latitude })),
      locate: jest.fn((x, y) => ({ latitude: y, longitude: x })),
      zoom: jest.fn(() => zoom),
      setZoom: jest.fn((next: number) => {
        zoom = next
        options.onMove()
      }),
      setView: jest.fn(),
      bounds: jest.fn(() => ({ south: 1, west: 2, north: 3, east: 4 })),
      showBounds: jest.fn(),
      panBy: jest.fn(),
      close: jest.fn(),
    }
    opened.push({ provider, options })
    return Promise.resolve(provider)
  },
}))

const pin = (id: string, isActive = false) => ({
  id,
  latitude: 400,
  longitude: id === '2' ? 70 : 30,
  label: `House ${id}`,
  href: `/apartment/${id}`,
  isActive,
})

async function open(props: Partial<MapViewProps> = {}) {
  const onPinOpen = jest.fn()
  const onPinActive = jest.fn()
  const all: MapViewProps = {
    label: 'Map of the results',
    // The corner of the map, so that projected and placed positions are equal.
    center: { latitude: 0, longitude: 0 },
    pins: [pin('1'), pin('2')],
    renderCard: (id) => <p>Card of {id}</p>,
    onPinOpen,
    onPinActive,
    ...props,
  }
  const result = render(<MapView {...all} />)
  await waitFor(() => expect(result.container.querySelector('.offquad-map-bone')).toBeNull())
  return {
    ...result,
    all,
    onPinOpen,
    onPinActive,
    map: screen.getByRole('region', { name: 'Map of the results' }),
  }
}

// jsdom's pointer events have no position.
const point = (element: HTMLElement, type: string, clientX = 0, clientY = 0) =>
  fireEvent(element, new MouseEvent(type, { bubbles: true, button: 0, clientX, clientY }))

const latest = () => opened.at(-1)?.provider

/** Gives every element a size, because jsdom has no layout. */
function layOut(width: number, height: number): void {
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height)
}

describe('a map', () => {
  afterEach(() => jest.restoreAllMocks())
  beforeEach(() => {
    opened = []
    failures = 0
  })

  it('shows the card of the focused or hovered pin and reports which one it is', async () => {
    const { onPinActive } = await open()

    fireEvent.focus(screen.getByRole('link', { name: 'House 2' }))

    expect(screen.getByText('Card of 2')).toBeTruthy()
    expect(onPinActive).toHaveBeenLastCalledWith('2')
  })

  it('opens a pin on a plain click and leaves clicks with modifiers to the browser', async () => {
    const { onPinOpen } = await open()
    const link = screen.getByRole('link', { name: 'House 1' })

    let isLeftToBrowser = false
    const browser = (event: Event) => {
      isLeftToBrowser = !event.defaultPrevented
      event.preventDefault()
    }
    document.addEventListener('click', browser, { once: true })
    fireEvent.click(link, { ctrlKey: true })
    expect([isLeftToBrowser, onPinOpen.mock.calls]).toEqual([true, []])
    fireEvent.click(link)

    expect(onPinOpen).toHaveBeenCalledWith('1')
  })

  it('starts at zoom 16 and stays between 12 and 19', async () => {
    await open()
    const [zoomIn, zoomOut] = [/zoom in/i, /zoom out/i].map((name) => screen.getByRole('button', { name }))
    expect(opened[0]?.options.zoom).toBe(16)

    for (let step = 0; step < 5; step += 1) if (zoomIn) fireEvent.click(zoomIn)
    expect(latest()?.zoom()).toBe(19)
    expect(zoomIn?.getAttribute('aria-disabled')).toBe('true')
    for (let step = 0; step < 9; step += 1) if (zoomOut) fireEvent.click(zoomOut)

    expect(latest()?.zoom()).toBe(12)
    expect(zoomOut?.getAttribute('aria-disabled')).toBe('true')
  })

  it('is moved and zoomed by keyboard', async () => {
    await open()
    const surface = screen.getByRole('group', { name: /Arrow keys/ })

    fireEvent.keyDown(surface, { key: 'ArrowRight' })
    fireEvent.keyDown(surface, { key: '+' })
    fireEvent.keyDown(surface, { key: '-' })

    expect(latest()?.panBy).toHaveBeenCalledWith(80, 0)
    expect(latest()?.setZoom.mock.calls).toEqual([[17], [16]])
  })

  it('follows its center and recenters', async () => {
    const { rerender, all } = await open()
    const next = { latitude: 43, longitude: -75 }

    rerender(<MapView {...all} center={next} />)
    expect(latest()?.setView).toHaveBeenLastCalledWith(next, 16)
    latest()?.setView.mockClear()
    fireEvent.click(screen.getByRole('button', { name: 'Recenter the map' }))

    expect(latest()?.setView).toHaveBeenCalledWith(next, 16)
  })

  it('has an expand button only if it can be expanded', async () => {
    const onExpand = jest.fn()
    const { unmount } = await open()
    expect(screen.queryByRole('button', { name: 'Expand the map' })).toBeNull()
    unmount()
    await open({ onExpand })

    fireEvent.click(screen.getByRole('button', { name: 'Expand the map' }))

    expect(onExpand).toHaveBeenCalled()
  })

  it('reports that it cannot be loaded, and retries', async () => {
    failures = 1
    await open()
    expect(screen.getByText(/The map cannot be loaded right now/)).toBeTruthy()

    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await act(async () => {})

    expect(screen.getAllByRole('link')).toHaveLength(2)
  })

  it('picks the position of a click, but not of a drag, and the center on Enter', async () => {
    const onPick = jest.fn()
    await open({ onPick })
    const surface = screen.getByRole('group', { name: /Enter picks its middle/ })

    fireEvent.mouseDown(surface, { clientX: 30, clientY: 40 })
    fireEvent.mouseUp(surface, { clientX: 31, clientY: 40 })
    fireEvent.mouseDown(surface, { clientX: 30, clientY: 40 })
    fireEvent.mouseUp(surface, { clientX: 90, clientY: 40 })
    fireEvent.keyDown(surface, { key: 'Enter' })

    expect(onPick.mock.calls).toEqual([[{ latitude: 40, longitude: 31 }], [{ latitude: 0, longitude: 0 }]])
  })

  it('has a pin that can be dragged, or moved with arrow keys', async () => {
    const onPick = jest.fn()
    await open({ pins: [], marker: { latitude: 100, longitude: 200 }, onPick })
    const marker = screen.getByRole('button', { name: 'Pin: drag it or move it with the arrow keys' })

    point(marker, 'pointerdown', 210, 90)
    point(marker, 'pointermove', 240, 100)
    expect([marker.style.left, marker.style.top]).toEqual(['230px', '110px'])
    point(marker, 'pointerup', 240, 100)
    fireEvent.keyDown(marker, { key: 'ArrowLeft' })
    fireEvent.keyDown(marker, { key: 'ArrowDown', shiftKey: true })
    fireEvent.keyDown(marker, { key: 'a' })

    expect(onPick.mock.calls).toEqual([
      [{ latitude: 110, longitude: 230 }],
      [{ latitude: 100, longitude: 190 }],
      [{ latitude: 101, longitude: 200 }],
    ])
  })

  it('keeps the position of the pin when a drag is cancelled or ends where it began', async () => {
    const onPick = jest.fn()
    await open({ pins: [], marker: { latitude: 100, longitude: 200 }, onPick })
    const marker = screen.getByRole('button', { name: /^Pin/ })

    point(marker, 'pointerdown', 0, 0)
    point(marker, 'pointermove', 50, 0)
    fireEvent.keyDown(marker, { key: 'Escape' })
    point(marker, 'pointerup', 50, 0)
    point(marker, 'pointerdown', 0, 0)
    point(marker, 'pointerup', 0, 0)

    expect(onPick).not.toHaveBeenCalled()
    expect([marker.style.left, marker.style.top]).toEqual(['200px', '100px'])
  })

  it('pans to a focused pin that the edge cuts', async () => {
    layOut(600, 300)
    await open({ pins: [pin('1'), { ...pin('far'), longitude: 610, latitude: 10 }] })

    fireEvent.focus(screen.getByRole('link', { name: 'House far' }))

    expect(latest()?.panBy).toHaveBeenCalledWith(610 - 300, 10 - 150)
  })

  it('does not pan to a visible pin, or to one that is focused by a click', async () => {
    layOut(600, 500)
    const { map } = await open({
      pins: [
        { ...pin('1'), longitude: 300 },
        { ...pin('2'), longitude: 598 },
      ],
    })

    fireEvent.focus(screen.getByRole('link', { name: 'House 1' }))
    fireEvent.pointerDown(screen.getByRole('link', { name: 'House 2' }), { pointerType: 'mouse' })
    fireEvent.focus(screen.getByRole('link', { name: 'House 2' }))

    expect(latest()?.panBy).not.toHaveBeenCalled()
    expect(map.scrollTop).toBe(0)
  })

  it('pans a pin out from under its card at the lower edge of a phone’s map, but not from below a mouse', async () => {
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation(
        (query) =>
          Object.assign(new EventTarget(), { matches: query.includes('max-width: 600px') }) as MediaQueryList,
      )
    jest.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockReturnValue(200)
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(120)
    const onViewportChange = jest.fn()
    const at = (id: string, latitude: number) => ({ ...pin(id), latitude })
    await open({ pins: [at('1', 230), at('2', 100), at('3', 400)], onViewportChange })
    const [below, covered, above] = screen.getAllByRole('link')
    const tap = (link: HTMLElement | undefined) => {
      if (!link) return
      fireEvent(link, Object.assign(new Event('pointerdown', { bubbles: true }), { pointerType: 'touch' }))
      fireEvent.click(link)
    }

    if (covered) point(covered, 'pointerover')
    tap(above)
    tap(below)
    expect(latest()?.panBy).not.toHaveBeenCalled()
    tap(covered)

    expect(latest()?.panBy.mock.calls).toEqual([[0, 50]])
    act(() => opened[0]?.options.onSettle())
    expect(onViewportChange).toHaveBeenLastCalledWith(expect.objectContaining({ isByUser: false }))
  })

  it('reverts scrolling of its box by the browser', async () => {
    const { map } = await open()

    map.scrollTop = 120
    map.scrollLeft = 40
    fireEvent.scroll(map)

    expect([map.scrollTop, map.scrollLeft]).toEqual([0, 0])
  })

  it('names a landmark where neither a pin nor what lies on the map covers its name, and leaves out one below that', async () => {
    layOut(600, 400)
    for (const [side, pixels] of Object.entries({ offsetLeft: 540, offsetWidth: 60, offsetHeight: 200 }))
      jest.spyOn(HTMLElement.prototype, side as 'offsetWidth', 'get').mockImplementation(function (
        this: HTMLElement,
      ) {
        return this.classList.contains('offquad-map-controls') ? pixels : 0
      })
    const at = (name: string, x: number, y: number) => ({ name, latitude: y, longitude: x })
    const { rerender, all } = await open({
      landmarks: [at('Under', 570, 40), at('Left', 500, 40), at('Low', 500, 300), at('Beside', 200, 300)],
      pins: [{ ...pin('1'), latitude: 310, longitude: 240 }],
    })

    rerender(<MapView {...all} label="Map" />)

    expect(screen.queryByText('Under')).toBeNull()
    expect(screen.getByText('Left').className).toContain('-left')
    expect(screen.getByText('Low').className).toContain('-right')
    expect(screen.getByText('Beside').className).toContain('-left')
  })

  it('keeps a text clear of its buttons', async () => {
    layOut(390, 500)

    await open({ pins: [{ ...pin('1'), latitude: 100, longitude: 380, text: '$950' }] })

    expect(Number.parseInt(screen.getByRole('link', { name: 'House 1' }).style.left)).toBeLessThan(326)
  })

  it('names a landmark at the left of it, or not at all, where its name would lie on another', async () => {
    layOut(600, 400)
    const at = (name: string, x: number, y: number) => ({ name, latitude: y, longitude: x })

    await open({
      landmarks: [
        at('Third', 300, 312),
        at('Second', 270, 305),
        { ...at('First', 300, 300), isChosen: true },
      ],
    })

    const sides = ['First', 'Second', 'Third'].map((name) => screen.getByText(name).className)
    expect(sides).toEqual([
      expect.stringContaining('-right'),
      expect.stringContaining('-left'),
      expect.stringContaining('-none'),
    ])
    expect(screen.getByTitle('Third')).toBeTruthy()
  })

  it('names a landmark away from the square of another, even one without a name', async () => {
    layOut(600, 400)

    await open({
      landmarks: [
        { name: 'Long enough', latitude: 300, longitude: 300, isChosen: true },
        { name: 'An even longer name', latitude: 300, longitude: 340 },
      ],
    })

    expect(screen.getByText('Long enough').className).toContain('-left')
  })

  it('moves its layers as a whole, and redraws them when the map stops', async () => {
    const { map } = await open()
    const [ground, layer] = map.querySelectorAll<HTMLElement>('.offquad-map-layer')
    const settle = opened[0]?.options
    latest()?.project.mockImplementation(({ latitude, longitude }) => ({
      x: longitude + 30,
      y: latitude - 20,
    }))

    act(() => settle?.onMove())
    expect(layer?.style.transform).toBe('translate3d(30px, -20px, 0)')
    expect(ground?.style.transform).toBe('translate3d(30px, -20px, 0)')
    act(() => settle?.onSettle())

    expect(screen.getByRole('link', { name: 'House 1' }).style.left).toBe('30px')
    expect(layer?.style.transform).toBe('translate3d(30px, -20px, 0)')
  })

  it('reports where it is, and whether the user has moved it', async () => {
    const onViewportChange = jest.fn()
    await open({ onViewportChange })
    const viewport = { bounds: { south: 1, west: 2, north: 3, east: 4 }, zoom: 16 }
    expect(onViewportChange.mock.calls).toEqual([[{ ...viewport, isByUser: false }]])

    fireEvent.keyDown(screen.getByRole('group', { name: /Arrow keys/ }), { key: 'ArrowUp' })
    act(() => opened[0]?.options.onSettle())
    expect(onViewportChange).toHaveBeenLastCalledWith({ ...viewport, isByUser: true })
    act(() => opened[0]?.options.onSettle())
    expect(onViewportChange).toHaveBeenLastCalledWith({ ...viewport, isByUser: false })

    // A gesture of the library, such as a drag.
    act(() => opened[0]?.options.onGesture())
    act(() => opened[0]?.options.onSettle())
    expect(onViewportChange).toHaveBeenLastCalledWith({ ...viewport, isByUser: true })
  })

  it('takes nothing for a movement by the user that leaves the map where it is', async () => {
    const onViewportChange = jest.fn()
    await open({ onViewportChange, onExpand: jest.fn() })
    const surface = screen.getByRole('group', { name: /Arrow keys/ })
    latest()?.zoom.mockReturnValue(19)

    for (const key of ['Tab', 'Escape', 'a', '+']) fireEvent.keyDown(surface, { key })
    fireEvent.pointerMove(surface, { buttons: 1 })
    fireEvent.wheel(surface)
    fireEvent.click(screen.getByRole('button', { name: 'Expand the map' }))
    act(() => opened[0]?.options.onSettle())

    expect(onViewportChange.mock.lastCall).toEqual([expect.objectContaining({ isByUser: false })])
    expect(latest()?.setZoom).not.toHaveBeenCalled()
  })

  it('does not take a new center or new bounds for a movement by the user', async () => {
    const onViewportChange = jest.fn()
    const { rerender, all } = await open({ onViewportChange })
    const next = { latitude: 43, longitude: -75 }
    const isByUser = () => {
      act(() => opened[0]?.options.onSettle())
      return onViewportChange.mock.lastCall[0].isByUser
    }

    act(() => opened[0]?.options.onGesture())
    rerender(<MapView {...all} center={next} />)
    expect(isByUser()).toBe(false)
    act(() => opened[0]?.options.onGesture())
    rerender(<MapView {...all} center={next} bounds={{ south: 5, west: 6, north: 7, east: 8 }} />)

    expect(isByUser()).toBe(false)
  })

  it('opens with the given bounds, and moves only to others', async () => {
    const { rerender, all } = await open({ bounds: { south: 1, west: 2, north: 3, east: 4 } })
    expect(latest()?.showBounds).toHaveBeenCalledTimes(1)
    expect(latest()?.setView).not.toHaveBeenCalled()

    rerender(<MapView {...all} bounds={{ south: 5, west: 6, north: 7, east: 8 }} />)

    expect(latest()?.showBounds).toHaveBeenLastCalledWith({ south: 5, west: 6, north: 7, east: 8 })
  })

  it('orders pins and clusters from north to south', async () => {
    const { map } = await open({
      pins: [pin('south'), { ...pin('north'), latitude: 500 }],
      clusters: [{ latitude: 450, longitude: 20, count: 12, zoom: 17 }],
    })

    const names = [...map.querySelectorAll('li > *')].map((pin) => pin.getAttribute('aria-label'))

    expect(names).toEqual(['House north', '12 places here: zoom in', 'House south'])
  })

  it('zooms into a cluster until it splits, and keeps the focus on the map', async () => {
    const cluster = { latitude: 450, longitude: 20, count: 12, zoom: 18 }
    await open({ clusters: [cluster] })

    fireEvent.click(screen.getByRole('button', { name: '12 places here: zoom in' }))

    expect(latest()?.setView).toHaveBeenLastCalledWith({ latitude: 450, longitude: 20 }, 18)
    expect(document.activeElement).toBe(screen.getByRole('group', { name: /Arrow keys/ }))
  })

  it.each([
    [17, undefined],
    [15, 18],
  ])('shows all of a cluster that fits at zoom %i, at least where it splits', async (fitting, split) => {
    const bounds = { south: 400, west: 10, north: 500, east: 20 }
    await open({ clusters: [{ latitude: 450, longitude: 20, count: 12, zoom: split ?? 16, bounds }] })
    latest()?.setView.mockClear()
    latest()?.zoom.mockReturnValue(fitting)

    fireEvent.click(screen.getByRole('button', { name: '12 places here: zoom in' }))

    expect(latest()?.showBounds).toHaveBeenLastCalledWith({ south: 380, west: 8, north: 520, east: 22 })
    if (split) expect(latest()?.setView).toHaveBeenCalledWith({ latitude: 450, longitude: 20 }, split)
    else expect(latest()?.setView).not.toHaveBeenCalled()
  })

  it('lists places at one point, which no zoom separates', async () => {
    const { onPinActive, onPinOpen } = await open({
      pins: [pin('1'), pin('3'), pin('2'), { ...pin('4'), latitude: 400.000001 }],
    })
    const stack = screen.getByRole('button', { name: '3 places at one point: list them', expanded: false })
    expect(screen.getAllByRole('link')).toHaveLength(1)

    fireEvent.click(stack)

    expect(stack.getAttribute('aria-expanded')).toBe('true')
    const list = screen.getByRole('dialog', { name: '3 places at one point' })
    const links = within(list).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['House 1', 'House 3', 'House 4'])
    expect(document.activeElement).toBe(links[0])
    expect(onPinActive).toHaveBeenLastCalledWith('1')
    fireEvent.click(within(list).getByRole('link', { name: 'House 3' }))
    expect(onPinOpen).toHaveBeenCalledWith('3')
  })

  it('closes the list of a point on Escape, with the focus back on its button, and when the focus leaves', async () => {
    const onKeyDown = jest.fn()
    await open({ pins: [pin('1'), pin('3'), pin('2')] })
    document.body.addEventListener('keydown', onKeyDown, { once: true })
    const stack = screen.getByRole('button', { name: /^2 places at one point/ })

    fireEvent.click(stack)
    fireEvent.keyDown(screen.getByRole('link', { name: 'House 1' }), { key: 'Escape' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(stack)
    expect(onKeyDown).not.toHaveBeenCalled()

    fireEvent.click(stack)
    act(() => screen.getByRole('link', { name: 'House 2' }).focus())
    expect(screen.queryByRole('dialog')).toBeNull()

    fireEvent.click(stack)
    fireEvent.click(screen.getByRole('button', { name: 'Close the list' }))
    expect(document.activeElement).toBe(stack)
  })

  it('marks a point while one of its places is hovered elsewhere on the page', async () => {
    await open({ pins: [pin('1'), pin('3', true)] })

    expect(screen.getByRole('button', { name: /^2 places/ }).className).toContain('offquad-map-pin-active')
  })

  it('closes the card on Escape, but not a dialog around the map', async () => {
    const onKeyDown = jest.fn()
    await open()
    document.body.addEventListener('keydown', onKeyDown, { once: true })
    const link = screen.getByRole('link', { name: 'House 2' })
    act(() => link.focus())
    expect(screen.getByText('Card of 2')).toBeTruthy()

    fireEvent.keyDown(link, { key: 'Escape' })

    expect(screen.queryByText('Card of 2')).toBeNull()
    expect(document.activeElement).toBe(link)
    expect(onKeyDown).not.toHaveBeenCalled()
  })

  it('closes the card with its cross', async () => {
    await open()
    act(() => screen.getByRole('link', { name: 'House 2' }).focus())

    fireEvent.click(screen.getByRole('button', { name: 'Close the card' }))

    expect(screen.queryByText('Card of 2')).toBeNull()
  })

  it('draws outlines of areas and rings of minutes without a street map', async () => {
    const corners = [
      { latitude: 0, longitude: 0 },
      { latitude: 0, longitude: 40 },
      { latitude: 40, longitude: 40 },
    ]
    const { map } = await open({
      areas: [{ name: 'West', outline: corners }],
      rings: {
        center: { latitude: 0, longitude: 0 },
        minutes: [5, 10],
        metersPerMinute: 64,
        label: 'Minutes',
      },
    })

    expect(map.querySelector('polygon')?.getAttribute('points')).toBe('0,0 40,0 40,40')
    expect(within(map).getByText('West')).toBeTruthy()
    // 64 m a minute; on the equator, a pixel of zoom 16 is 2.39 m.
    const radii = [...map.querySelectorAll('.offquad-map-drawing circle')].map((ring) =>
      Math.round(Number(ring.getAttribute('r'))),
    )
    expect(radii).toEqual([134, 268])
    expect(within(map).getAllByText('10 min')).toHaveLength(2)
    expect(within(map).getByText('Minutes')).toBeTruthy()
  })

  it('moves the name of an area and the minutes of a ring off the pins that would cover them', async () => {
    const { map } = await open({
      areas: [{ name: 'West', outline: [{ latitude: 400, longitude: 200 }] }],
      rings: {
        center: { latitude: 0, longitude: 0 },
        minutes: [10],
        metersPerMinute: 64,
        label: 'Minutes',
      },
      pins: [{ ...pin('1'), longitude: 200, text: '$950' }],
      clusters: [{ latitude: 268, longitude: 0, count: 12, zoom: 17 }],
      landmarks: [{ name: 'Plaza', latitude: -268, longitude: -10 }],
    })

    const { left, top } = within(map).getByText('West').style
    expect([left, top]).not.toEqual(['200px', '400px'])
    const minutes = within(map).getAllByText('10 min')
    expect(minutes).toHaveLength(2)
    for (const text of minutes) expect(Math.abs(Number(text.getAttribute('x')))).toBeGreaterThan(30)
  })

  it('moves the name of an area off what lies on the map', async () => {
    for (const [side, pixels] of Object.entries({ offsetWidth: 230, offsetHeight: 44 }))
      jest.spyOn(HTMLElement.prototype, side as 'offsetWidth', 'get').mockImplementation(function (
        this: HTMLElement,
      ) {
        return this.classList.contains('offquad-map-corner') ? pixels : 0
      })
    const props = {
      areas: [{ name: 'North', outline: [{ latitude: 40, longitude: 200 }] }],
      corner: <p>Search here</p>,
    }
    const { map, rerender, all } = await open(props)
    expect(within(map).getByText('Search here')).toBeTruthy()

    rerender(<MapView {...all} pins={[]} />)

    const { left, top } = within(map).getByText('North').style
    expect([left, top]).toEqual(['200px', '64px'])
  })

  it('moves the name of an area off the edge of the map, and leaves out what is far beyond', async () => {
    layOut(600, 400)

    const { map } = await open({
      areas: [
        { name: 'North', outline: [{ latitude: -30, longitude: 200 }] },
        { name: 'South', outline: [{ latitude: 470, longitude: 200 }] },
      ],
    })

    expect(within(map).getByText('North').style.top).toBe('18px')
    expect(within(map).queryByText('South')).toBeNull()
  })

  it('keeps a text whole that the edge would cut', async () => {
    layOut(600, 500)

    await open({
      pins: [
        { ...pin('1'), longitude: 595, text: '$1,050' },
        { ...pin('2'), longitude: 598 },
      ],
      clusters: [{ latitude: 498, longitude: 300, count: 3, zoom: 17 }],
    })

    expect(screen.getByRole('link', { name: 'House 1' }).style.left).toBe('559.5px')
    expect(screen.getByRole('link', { name: 'House 2' }).style.left).toBe('598px')
    expect(screen.getByRole('button', { name: /^3 places/ }).style.top).toBe('478px')
  })

  it('leaves a text that the edge cuts where it is if it would cover another one', async () => {
    layOut(600, 500)

    await open({
      pins: [
        { ...pin('1'), longitude: 530, text: '$900' },
        { ...pin('2'), longitude: 598, text: '$1,050' },
      ],
    })

    expect(screen.getByRole('link', { name: 'House 2' }).style.left).toBe('598px')
  })

  it('draws only what is on it: by keyboard one would move from pin to pin and never past the map', async () => {
    layOut(600, 500)
    await open({
      pins: [pin('1'), { ...pin('far'), longitude: 620 }],
      landmarks: [
        { name: 'Main Plaza', latitude: 100, longitude: 100 },
        { name: 'Far Quad', latitude: 100, longitude: 900 },
      ],
      onLandmarkChoose: jest.fn(),
    })

    expect(screen.getByRole('button', { name: 'Minutes to Main Plaza' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Minutes to Far Quad' })).toBeNull()
    expect(screen.getByRole('link', { name: 'House 1' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'House far' })).toBeNull()
  })

  it('is dragged by a press that begins on a pin, which does not open the pin', async () => {
    const { map, onPinOpen } = await open()
    const surface = screen.getByRole('group', { name: /Arrow keys/ })
    const presses = jest.fn()
    surface.addEventListener('mousedown', ({ clientX }) => presses(clientX))
    const link = within(map).getByRole('link', { name: 'House 1' })
    document.elementsFromPoint = () => [link, surface]

    fireEvent.mouseDown(link, { clientX: 30, clientY: 400 })
    point(link, 'pointerdown', 30, 400)
    fireEvent.click(link, { detail: 1, clientX: 90, clientY: 400 })
    expect(presses).toHaveBeenCalledWith(30)
    expect(onPinOpen).not.toHaveBeenCalled()

    fireEvent.click(link, { detail: 1, clientX: 31, clientY: 400 })
    expect(onPinOpen).toHaveBeenCalledWith('1')
  })

  it('shows a scale and north without a street map', async () => {
    const { map } = await open({ landmarks: [{ name: 'Main Plaza', latitude: 42, longitude: -76 }] })

    expect(within(map).getByText('500 ft')).toBeTruthy()
    expect(within(map).getByRole('img', { name: 'North is up' })).toBeTruthy()
    expect(within(map).getByText('Main Plaza')).toBeTruthy()
    expect(within(map).getByText('Plan without streets, true to scale')).toBeTruthy()
  })
})
