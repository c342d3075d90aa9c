import { markPureDeclarations } from './pure-declarations.mjs'

describe('markPureDeclarations', () => {
  it.each([
    ['marks calls as pure', 'const a = f({ b: 1 })', 'const a = PURE(f({ b: 1 }))()'],
    ['marks property reads as pure', 'export const a = b.c', 'export const a = PURE(b.c)()'],
    ['marks spreads as pure', 'const a = { ...b }', 'const a = PURE({ ...b })()'],
    [
      'replaces destructuring by pure property reads',
      'const { a, b: c } = d.e',
      'const a = PURE(d.e.a)(), c = PURE(d.e.b)()',
    ],
  ])('%s', (_what, source, marked) => {
    expect(markPureDeclarations(source)).toBe(
      marked.replaceAll('PURE', '/*#__PURE__*/ (() => ').replaceAll(')()', '))()'),
    )
  })

  it.each([
    'const a = 1',
    'const a = () => f()',
    "const a = { b: ['c'] } as const",
    'f()',
    'const { a } = f()',
  ])('leaves %s unchanged', (source) => {
    expect(markPureDeclarations(source)).toBe(source)
  })

  it('preserves line numbers', () => {
    const source = 'const { a,\n b } =\n c\nconst d = f(\n)\nconst last = 1'
    const lines = markPureDeclarations(source).split('\n')

    expect(lines.indexOf('const last = 1')).toBe(5)
  })
})
