import { filesIn, isKeptFile, isKeptPage, usesVersions } from './rules'

const HTML = '"/mf/shell/1.0.0/main.js" {"baseUrl":"/mf/mfe-browse/2.0.0/"} /mf/mfe-browse/2.0.0/page.css'

describe('what opens without a network', () => {
  it.each([
    ['/apartment/1', true],
    ['/lists', true],
    ['/lists/a', true],
    ['/lists/join/secret', false],
    ['/admin', false],
    ['/', false],
  ])('pages: %s %s', (path, expected) => expect(isKeptPage(path)).toBe(expected))

  it.each([
    ['/mf/mfe-browse/1.0.0/main.js', true],
    ['/media/a.avif', true],
    ['/mf/registry.json', false],
    ['/api/mf/a/b', false],
  ])('files: %s %s', (path, expected) => expect(isKeptFile(path)).toBe(expected))
})

it('a page names its versions and files', () => {
  expect(usesVersions(HTML, ['/mf/shell/1.0.0/', '/mf/mfe-browse/2.0.0/'])).toBe(true)
  expect(usesVersions(HTML, ['/mf/shell/1.0.0/', '/mf/mfe-browse/2.1.0/'])).toBe(false)
  expect(filesIn(HTML)).toEqual(['/mf/shell/1.0.0/main.js', '/mf/mfe-browse/2.0.0/page.css'])
})
