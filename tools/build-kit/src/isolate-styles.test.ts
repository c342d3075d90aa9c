import postcss from 'postcss'
import { isolateStyles } from './isolate-styles.mjs'

const isolate = (css: string): string =>
  postcss([isolateStyles('mfe-hello')])
    .process(css, { from: '/mfe-hello/src/hello.css' })
    .css.replace(/\s*([{}])\s*/g, ' $1 ')
    .replace(/\s+/g, ' ')
    .trim()

describe("a remote's stylesheet", () => {
  it('applies in its layer to elements of its own app only', () => {
    expect(isolate('h1 { color: red !important }')).toBe(
      '@layer remotes.mfe-hello { @scope ([data-app="mfe-hello"]) to (:scope [data-app]) { h1 { color: red !important } } }',
    )
  })

  it('preserves media queries and nesting', () => {
    const css = isolate('@media (max-width: 600px) { .a { &:hover { color: red } } }')

    expect(css).toContain(
      'to (:scope [data-app]) { @media (max-width: 600px) { .a { &:hover { color: red } } }',
    )
  })

  it('puts keyframes into its layer, where they apply to whatever is in the scope', () => {
    const css = isolate(
      '@keyframes mfe-hello-fade { from { opacity: 0 } } .a { animation: mfe-hello-fade 1s; counter-reset: mfe-hello-step }',
    )

    expect(css).toMatch(/\} @keyframes mfe-hello-fade \{ from \{ opacity: 0 \} \} \}$/)
  })

  it('keeps keywords in the place of counters', () => {
    expect(isolate('.a { counter-reset: inherit; counter-increment: list-item 2 }')).toContain('list-item 2')
  })

  it.each([
    ['html { color: red }', /mfe-hello may not style "html"/],
    ['.dark body .a { color: red }', /may not style "body"/],
    ['.a, :root { color: red }', /may not style ":root"/],
    ['@keyframes fade { from { opacity: 0 } }', /may not declare "fade".* call it mfe-hello-/],
    ['.a { counter-reset: step 1 }', /may not declare "step 1"/],
    ['.a { counter-reset: mfe-hello-step 1 step 2 }', /may not declare "mfe-hello-step 1 step 2"/],
    ["@font-face { font-family: 'Hello' }", /may not declare fonts/],
    ['@property --a { syntax: "*"; inherits: false }', /may not use @property/],
    ["@import url('https://elsewhere.example/a.css');", /may not import styles from another site/],
  ])('fails the build with file and line when it would apply beyond its app: %s', (css, reason) => {
    expect(() => isolate(css)).toThrow(reason)
    expect(() => isolate(css)).toThrow('/mfe-hello/src/hello.css:1')
  })
})
