import { escapeHtml, escapeJson } from './html'

describe('escaping', () => {
  it('keeps text from closing its element or attribute', () => {
    expect(escapeHtml(`<b a="1" c='2'>&`)).toBe('&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;')
  })

  it('preserves the meaning of JSON and keeps it from closing the script element', () => {
    const value = { text: '</script><!--<script>\u2028\u2029 $& \\u003c' }

    const json = escapeJson(JSON.stringify(value))

    expect(json).not.toMatch(/[<\u2028\u2029]/)
    expect(JSON.parse(json)).toEqual(value)
  })
})
