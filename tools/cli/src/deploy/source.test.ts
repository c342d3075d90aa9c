import { describeOriginal, readPosition } from './source'

const MAP = {
  version: 3 as const,
  sources: ['webpack://mfe-browse/./src/pages/home-page.tsx'],
  sourcesContent: ['one\ntwo\n  three'],
  names: [],
  mappings: 'AAEE',
}

describe('npm run source', () => {
  it('names the line of the source that a position in a deployed script comes from', () => {
    const position = { version: '0.1.0-1a2b', file: 'main.js', line: 1, column: 1 }

    expect(describeOriginal(MAP, position)).toBe('src/pages/home-page.tsx:3:3\n  three')
  })

  it('says when a position comes from no source file', () => {
    const position = { version: '0.1.0-1a2b', file: 'main.js', line: 9, column: 1 }

    expect(describeOriginal(MAP, position)).toBe('main.js:9:1 comes from no source file.')
  })

  const POSITION = { version: '0.1.0-1a2b', file: 'main.1f.js', line: 1, column: 234 }

  it('takes a position as a version and a file', () => {
    expect(readPosition(['0.1.0-1a2b', 'main.1f.js:1:234'])).toEqual(POSITION)
  })

  it.each([
    'https://offquad.example/mf/mfe-browse/0.1.0-1a2b/main.1f.js?attempt=2:1:234',
    '    at HomePage (https://offquad.example/mf/mfe-browse/0.1.0-1a2b/main.1f.js:1:234)',
    'HomePage@https://offquad.example/mf/mfe-browse/0.1.0-1a2b/main.1f.js:1:234',
  ])('takes a position as stack traces have it: %s', (line) => {
    expect(readPosition([line])).toEqual({ ...POSITION, app: 'mfe-browse' })
  })

  it.each([[[]], [['main.js']], [['main.js:1:2']]])('shows how it is used when given %j', (args) => {
    expect(() => readPosition(args)).toThrow('Usage: npm run source')
  })
})
