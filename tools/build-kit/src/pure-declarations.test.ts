import { markPureDeclarations } from './pure-declarations.mjs'

describe('markPureDeclarations', () => {
  it.each([
    ['marks calls as pure', 'const a = f({ b: 1 })', 'const a = PURE(f({ b: 1 }))()'],
    ['marks property reads as pure', 'export const a = b.c', 'export const a = PURE(b.c)()'],
    ['marks spreads as pure', 'const a = { ...b }', 'const a = PURE({ ...b })()'],
  ])('%s', (_what, source, marked) => {
    expect(markPureDeclarations(source)).toBe(
      marked.replaceAll('PURE', '/*#__PURE__*/ (() => ').replaceAll(')()', '))()'),
    )
  })

  it.each(['const a = 1', 'const a = () => f()', "const a = { b: ['c'] } as const", 'f()'])(
    'leaves %s unchanged',
    (source) => {
      expect(markPureDeclarations(source)).toBe(source)
    },
  )

  it('refuses what bundlers would keep', () => {
    expect(() => markPureDeclarations('const { a, b } = c.d')).toThrow(
      'write { a, b } as one constant for each name',
    )
  })

  it('preserves line numbers', () => {
    const source = 'const a =\n b.c\nconst d = f(\n)\nconst last = 1'
    const lines = markPureDeclarations(source).split('\n')

    expect(lines.indexOf('const last = 1')).toBe(4)
  })
})
