import { retryScripts } from './retry-scripts'
import { endPageAfterEach } from './testing/page-lifetime'

endPageAfterEach()

function openPage({ isRendered }: { isRendered: boolean }): void {
  document.head.replaceChildren()
  document.body.innerHTML = `<div id="root"${isRendered ? ' data-remotes="browse"' : ''}></div>`
  retryScripts()
}

function addScript(src: string, webpack?: string): HTMLScriptElement {
  const script = Object.assign(document.createElement('script'), { src })
  if (webpack !== undefined) script.dataset.webpack = webpack
  document.body.append(script)
  return script
}

const fail = (script: HTMLScriptElement) => script.dispatchEvent(new Event('error'))
const scripts = () => [...document.head.querySelectorAll('script')]
const notes = () => [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent)

describe("a page whose shell's script fails", () => {
  it('loads it three times more, ever later, and then says that it can be read', () => {
    openPage({ isRendered: true })
    fail(addScript('/mf/shell/1/main.js'))

    for (const [index, delay] of [1_000, 4_000, 10_000].entries()) {
      jest.advanceTimersByTime(delay - 1)
      expect(scripts()).toHaveLength(index)
      jest.advanceTimersByTime(1)
      const again = scripts()[index]
      expect([again?.getAttribute('src'), again?.async]).toEqual([
        'http://localhost/mf/shell/1/main.js',
        false,
      ])
      expect(notes()).toEqual([])
      if (again) fail(again)
    }

    expect(scripts()).toHaveLength(3)
    expect(notes()).toEqual([expect.stringContaining('you can read it')])
    expect(document.querySelector('[role=alert] a')?.getAttribute('href')).toBe(location.href)
  })

  it('leaves it to the shell to load what it has loaded itself, and to remotes what is theirs', () => {
    openPage({ isRendered: false })
    const chunk = addScript('/mf/shell/1/2.js', 'shell:chunk-2')
    const remote = addScript('/mf/mfe-browse/1/remoteEntry.js')

    for (let count = 0; count < 3; count += 1) fail(chunk)
    for (let count = 0; count < 5; count += 1) fail(remote)
    jest.runAllTimers()

    expect([scripts(), notes()]).toEqual([[], []])
    fail(chunk)
    fail(chunk)
    expect(notes()).toEqual(['This page could not be loaded. Reload the page'])
  })
})
