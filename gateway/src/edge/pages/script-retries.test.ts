import { runInNewContext } from 'node:vm'
import { RETRY_SCRIPTS } from './script-retries'

interface FakeElement {
  tagName: string
  src: string
  dataset: Record<string, string>
  style: Record<string, string>
  children: unknown[]
  [property: string]: unknown
}

const elementOf = (name: string, properties: object = {}): FakeElement => {
  const children: unknown[] = []
  return {
    tagName: name.toUpperCase(),
    src: '',
    dataset: {},
    style: {},
    children,
    append: (...more: unknown[]) => void children.push(...more),
    setAttribute: () => undefined,
    ...properties,
  }
}

/** Runs the script on a page, where timers fire at once. */
function openPage({ isRendered }: { isRendered: boolean }) {
  const [head, body] = [elementOf('head'), elementOf('body')]
  const root = elementOf('div', { dataset: isRendered ? { remotes: 'browse' } : {} })
  const delays: number[] = []
  let fail: (event: { target: FakeElement }) => void = () => undefined
  const document = {
    head,
    body,
    createElement: elementOf,
    getElementById: (id: string) =>
      id === 'root' ? root : body.children.find((child) => (child as FakeElement).id === id),
  }
  runInNewContext(RETRY_SCRIPTS, {
    document,
    location: { href: 'https://offquad.example/' },
    addEventListener: (_name: string, listener: typeof fail) => (fail = listener),
    setTimeout: (callback: () => void, ms: number) => {
      delays.push(ms)
      callback()
    },
  })
  return {
    delays,
    fail: (target: FakeElement) => fail({ target }),
    scripts: () => head.children as FakeElement[],
    notes: () => (body.children as FakeElement[]).map(({ children }) => String(children[0])),
  }
}

const script = (src: string, dataset = {}) => elementOf('script', { src, dataset })

describe("a page whose shell's script fails", () => {
  it('loads it three times more, ever later, and then says that it can be read', () => {
    const page = openPage({ isRendered: true })

    page.fail(script('/mf/shell/1/main.js'))
    for (let count = 0; count < 3; count += 1) page.fail(page.scripts().at(-1) ?? script(''))

    expect(page.scripts().map(({ src, async }) => [src, async])).toEqual(
      Array(3).fill(['/mf/shell/1/main.js', false]),
    )
    expect(page.delays).toEqual([1_000, 4_000, 10_000])
    expect(page.notes()).toEqual([expect.stringContaining('you can read it')])
  })

  it('leaves it to the shell to load what it has loaded itself, and to remotes what is theirs', () => {
    const page = openPage({ isRendered: false })

    for (let count = 0; count < 3; count += 1)
      page.fail(script('/mf/shell/1/2.js', { webpack: 'shell:chunk-2' }))
    for (let count = 0; count < 5; count += 1) page.fail(script('/mf/mfe-browse/1/remoteEntry.js'))

    expect([page.scripts(), page.notes()]).toEqual([[], []])
    page.fail(script('/mf/shell/1/2.js', { webpack: 'shell:chunk-2' }))
    expect(page.notes()).toEqual(['This page could not be loaded. '])
  })
})
