/** @jest-environment-options {"url": "https://offquad.example/apartment/1"} */
import { installTrustedTypes } from './trusted-types'

interface Policy {
  createHTML(text: string): string | null
  createScriptURL(url: string): string | null
}

/** The default policy that a page installs. */
function policyWith({ thirdParties = [] as string[], isDeveloper = false } = {}): Policy {
  const policies = new Map<string, Policy>()
  Object.assign(window, {
    trustedTypes: { createPolicy: (name: string, policy: Policy) => policies.set(name, policy) },
  })
  installTrustedTypes({ thirdParties, isDeveloper })
  const policy = policies.get('default')
  if (!policy) throw new Error('there is no default policy')
  return policy
}

afterEach(() => void Reflect.deleteProperty(window, 'trustedTypes'))

describe('the Trusted Types policy of pages', () => {
  it('allows styles and other text without markup', () => {
    const { createHTML } = policyWith()

    expect(createHTML('@layer antd{a>b{color:red}}')).toBe('@layer antd{a>b{color:red}}')
    expect(createHTML('<img src=x onerror=alert(1)>')).toBeNull()
    expect(createHTML('a<b')).toBeNull()
  })

  it.each([
    ['<svg/>', true],
    ['<svg viewBox="0 0 9 9" class="a">\n  <g><path d="M0 0h9z" fill="none"/></g></svg>', true],
    ['<svg><script>alert(1)</script></svg>', false],
    ['<svg><rect oNclick="alert(1)"/></svg>', false],
    ['<svg><rect style="background:url(//evil.example)"/></svg>', false],
    ['<svg><use href="//evil.example#a"/></svg>', false],
    ['<svg><image href="//evil.example"/></svg>', false],
    ['<svg><path d="M0"onload="alert(1)"/></svg>', false],
    ['<svg><path d=x onload=alert(1)/></svg>', false],
    ['<svg><g class="a"><foreignObject><p>x</p></foreignObject></g></svg>', false],
    ['<<svg>img src=x onerror=alert(1)>', false],
  ])('allows the drawing %s: %s', (text, isAllowed) => {
    expect(policyWith().createHTML(text)).toBe(isAllowed ? text : null)
  })

  it.each([
    ['/mf/shell/1.0.0/main.js', true],
    ['https://offquad.example/mf/mfe-browse/2.0.0/remote-entry.js', true],
    ['/api/photos/1', false],
    ['/mf/../api/photos/1', false],
    ['//evil.example/mf/a.js', false],
    ['https://offquad.example.evil.example/mf/a.js', false],
    ['data:text/javascript,alert(1)', false],
    ['https://accounts.google.com/gsi/client', false],
    ['http://localhost:3001/remote-entry.js', false],
  ])('allows the script %s: %s', (url, isAllowed) => {
    expect(policyWith().createScriptURL(url)).toBe(isAllowed ? url : null)
  })

  it('allows scripts of third parties or of a developer where the gateway names these', () => {
    const { createScriptURL } = policyWith({
      thirdParties: ['https://accounts.google.com/gsi/client', 'https://maps.googleapis.com/'],
      isDeveloper: true,
    })

    for (const url of [
      'https://accounts.google.com/gsi/client',
      'https://maps.googleapis.com/maps/api/js?key=key',
      'http://localhost:3001/remote-entry.js',
    ])
      expect(createScriptURL(url)).toBe(url)
    expect(createScriptURL('https://translate.googleapis.com/a.js')).toBeNull()
    expect(createScriptURL('https://localhost.evil.example/a.js')).toBeNull()
  })

  it('is none in browsers without Trusted Types', () => {
    expect(() => installTrustedTypes({ thirdParties: [], isDeveloper: false })).not.toThrow()
  })
})
