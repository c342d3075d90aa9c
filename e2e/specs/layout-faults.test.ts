import { type Page } from 'playwright-core'
import { PHONE, sharedBrowser } from '../src/browser'
import { layoutFaultsOn } from '../src/screens/layout-faults'

describe('the layout checks', () => {
  let page: Page
  beforeAll(async () => {
    page = await (await sharedBrowser()).newPage({ viewport: PHONE })
  })

  const faultsOf = async (html: string): Promise<string[]> => {
    await page.setContent(`<!doctype html><body style="margin: 0; font: 16px/20px monospace">${html}</body>`)
    return layoutFaultsOn(page)
  }

  it.each([
    [
      'a page wider than the window',
      '<div style="width: 500px">wide</div>',
      'the page is 500 px wide in a window of 390',
    ],
    [
      'text outside of the window',
      '<div style="overflow: hidden"><p style="position: fixed; left: 350px; margin: 0; white-space: nowrap">beyond the edge</p></div>',
      '<p> "beyond the edge" is outside of the window',
    ],
    [
      'an element wider than its parent',
      '<section style="width: 100px"><p style="width: 150px">too wide</p></section>',
      '<p> "too wide" is wider than its parent <section>',
    ],
    [
      'text cut with an ellipsis',
      '<p style="width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">a long name</p>',
      'the text of <p> "a long name" is cut',
    ],
    [
      'clamped lines',
      '<p style="width: 60px; height: 20px; overflow: hidden">one two three four</p>',
      'the text of <p> "one two three four" is cut',
    ],
    [
      'buttons that overlap',
      '<button style="position: absolute; width: 60px">one</button><button style="position: absolute; left: 40px; width: 60px">two</button>',
      '<button> "one" and <button> "two" overlap by 20 x',
    ],
    [
      'a covered button',
      '<button>covered</button><div class="photo" style="position: absolute; top: 0; width: 100px; height: 100px"></div>',
      '<button> "covered" is covered by <div.photo>',
    ],
    [
      'a button too small for a finger',
      '<button style="width: 60px; height: 24px; margin: 40px; padding: 0; border: 0">Print all</button>',
      '<button> "Print all" is too small for a finger (60 x 24)',
    ],
    [
      'a target that another covers',
      '<a href="#a" style="display: block; height: 44px; margin-top: 40px">one</a><a href="#b" style="display: block; position: relative; top: -8px; height: 60px">two</a>',
      '<a> "one" is too small for a finger',
    ],
    [
      'text from the right at the left',
      '<p dir="auto" style="unicode-bidi: plaintext"><span style="unicode-bidi: isolate">דירה</span></p>',
      'reads from the right, but begins at the left',
    ],
    [
      'a table with more columns than one sees',
      '<div class="frame" style="overflow-x: auto"><table style="width: 900px"><tr><td>one</td></tr></table></div>',
      '<div.frame> "one" scrolls sideways, and nothing shows it',
    ],
  ])('find %s', async (_what, html, fault) => {
    expect((await faultsOf(html)).join('\n')).toContain(fault)
  })

  it.each([
    [
      'a row that scrolls sideways',
      '<div style="overflow-x: auto"><p style="width: 900px">a long row</p></div>',
    ],
    [
      'truncated text with a title',
      '<p title="a long name" style="width: 60px; overflow: hidden; white-space: nowrap">a long name</p>',
    ],
    [
      'a small button with a large target',
      '<style>button::after { position: absolute; inset: -10px; content: "" }</style><button style="position: relative; width: 60px; height: 24px; margin: 40px; padding: 0; border: 0">Undo</button>',
    ],
    ['a link in a sentence', '<p>Read <a href="#a">our guides</a> first.</p>'],
    [
      'a heart on a picture',
      '<a href="#a" style="display: block; width: 200px; height: 200px">photo</a><button style="position: absolute; left: 150px; top: 10px; width: 44px; height: 44px; padding: 0">♡</button>',
    ],
    [
      'text for screen readers only',
      '<span style="position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap">read, not shown</span>',
    ],
    [
      'content behind a modal dialog',
      '<button>below</button><div role="dialog" aria-modal="true" style="position: fixed; inset: 0"><button style="height: 44px">in it</button></div>',
    ],
    [
      'a table whose shade shows more columns',
      '<div style="overflow-x: auto; background: linear-gradient(grey, white)"><table style="width: 900px"><tr><td>one</td></tr></table></div>',
    ],
    ['text from the right at the right', '<p dir="auto" style="unicode-bidi: plaintext">דירה</p>'],
    [
      'a control far down the page',
      '<p style="height: 3000px">text</p><button style="height: 44px">far down</button>',
    ],
  ])('accept %s', async (_what, html) => {
    expect(await faultsOf(html)).toEqual([])
  })
})
