import { type EarlyValues } from '@offquad/contracts'

const VALUES: EarlyValues = {
  isRendered: false,
  scripts: ['/mf/shell/1/main.js'],
  preloads: [],
  slotPreloads: {},
  font: '/mf/shell/1/"><script>alert(1)</script>.woff2',
  thirdParties: [],
  isDeveloper: false,
}

it('the early program reads the values beside it, and restricts scripts before it adds any', () => {
  const addedBefore: number[] = []
  const script = document.createElement('script')
  script.dataset.early = JSON.stringify(VALUES)
  document.head.replaceChildren()
  Object.defineProperty(document, 'currentScript', { value: script })
  Object.assign(window, {
    trustedTypes: { createPolicy: () => addedBefore.push(document.head.children.length) },
  })

  jest.requireActual('./index')

  expect(addedBefore).toEqual([0])
  expect([...document.head.children].map((link) => link.getAttribute('href'))).toEqual([
    VALUES.font,
    ...VALUES.scripts,
  ])
})
