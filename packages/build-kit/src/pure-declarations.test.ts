import { markPureDeclarations } from './pure-declarations.mjs'

describe('a module of the contracts, for bundlers', () => {
  it.each([
    ['computes its constants without side effects', 'const a = f({ b: 1 })', 'const a = PURE(f({ b: 1 }))()'],
    ['reads properties without side effects', 'export const a = b.c', 'export const a = PURE(b.c)()'],
    ['spreads without side effects', 'const a = { ...b }', 'const a = PURE({ ...b })()'],
    [
      'names the members it takes apart',
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
  ])('stays as it is where nothing can be removed: %s', (source) => {
    expect(markPureDeclarations(source)).toBe(source)
  })

  it('keeps its line numbers', () => {
    const source = 'const { a,\n b } =\n c\nconst d = f(\n)\nconst last = 1'
    const lines = markPureDeclarations(source).split('\n')

    expect(lines.indexOf('const last = 1')).toBe(5)
  })
})
