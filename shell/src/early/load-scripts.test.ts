import { type EarlyValues } from '@offquad/contracts'
import { loadScripts } from './load-scripts'
import { endPageAfterEach } from './testing/page-lifetime'

const VALUES: EarlyValues = {
  isRendered: true,
  scripts: ['/mf/shell/1/main.js'],
  preloads: ['/mf/shell/1/platform.js', '/mf/mfe-browse/1/remote.js'],
  slotPreloads: { reviews: ['/mf/mfe-reviews/1/remote.js'], account: ['/mf/mfe-account/1/remote.js'] },
  thirdParties: [],
  isDeveloper: false,
}
const RUN = 'run /mf/shell/1/main.js in order'
const PRELOADS = ['preload /mf/shell/1/platform.js', 'preload /mf/mfe-browse/1/remote.js']

endPageAfterEach()

function openPage({ remotes = 'browse', visibility = 'visible', ...values }: PageOptions = {}): void {
  Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
  document.head.replaceChildren()
  document.body.innerHTML = `<div id="root" data-remotes="${remotes}"></div>`
  loadScripts({ ...VALUES, scripts: [...VALUES.scripts], ...values })
}

interface PageOptions extends Partial<EarlyValues> {
  /** Names of the remotes in the rendered content. */
  remotes?: string
  visibility?: DocumentVisibilityState
}

const parse = () => window.dispatchEvent(new Event('DOMContentLoaded'))
/** The loads that the page has started, in order. */
const loads = () =>
  [...document.head.children].map((element) =>
    element instanceof HTMLScriptElement
      ? `run ${element.getAttribute('src')}${element.async ? '' : ' in order'}`
      : `${element.getAttribute('rel')} ${element.getAttribute('href')}`,
  )

describe('the scripts of a rendered page', () => {
  it('run once, after the first paint', () => {
    openPage()
    parse()
    expect(loads()).toEqual([])

    jest.advanceTimersToNextFrame()
    expect(loads()).toEqual([])
    jest.runAllTimers()

    expect(loads().filter((load) => load.startsWith('run'))).toEqual([RUN])
  })

  it('are preloaded after the first paint, one in a task', () => {
    openPage()
    parse()
    jest.advanceTimersToNextFrame()

    jest.advanceTimersToNextTimer()
    expect(loads()).toEqual([RUN, PRELOADS[0]])

    jest.advanceTimersToNextTimer()
    expect(loads()).toEqual([RUN, ...PRELOADS])
  })

  it('are preloaded with those of the slots in its content, and of no other', () => {
    openPage({ remotes: 'browse reviews' })
    parse()
    jest.runAllTimers()

    expect(loads()).toEqual([RUN, ...PRELOADS, 'preload /mf/mfe-reviews/1/remote.js'])
  })

  it('run in a hidden tab as well, which paints nothing', () => {
    openPage({ visibility: 'hidden' })
    parse()

    expect(loads()).toContain(RUN)
  })

  it('run in a window without frames as well, after two seconds', () => {
    jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(1)
    openPage()
    parse()

    jest.advanceTimersByTime(1_999)
    expect(loads()).toEqual([])
    jest.advanceTimersByTime(1)

    expect(loads()).toContain(RUN)
  })
})

it('the scripts of a page without content are preloaded at once and run when it is parsed', () => {
  openPage({ isRendered: false, remotes: 'browse reviews' })
  expect(loads()).toEqual(['preload /mf/shell/1/main.js', ...PRELOADS])

  parse()
  expect(loads()).toEqual(['preload /mf/shell/1/main.js', ...PRELOADS, RUN])
  jest.runAllTimers()

  expect(loads()).toHaveLength(4)
})
