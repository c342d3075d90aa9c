import { contactHref, mailtoHref } from './contact-href'

describe('a link to an e-mail address', () => {
  it.each([
    ['rent@example.com', 'mailto:rent@example.com'],
    ["o'neil+rent@example.com", "mailto:o'neil%2Brent@example.com"],
    ['rent@example.com?bcc=spy@evil.example', undefined],
    ['rent&bcc=spy@example.com', undefined],
    ['rent%3Fbcc=spy@example.com', undefined],
    ['rent@example.com,spy@evil.example', undefined],
    ['rent@example.com;spy@evil.example', undefined],
    ['Rent <rent@example.com>', undefined],
    ['rent', undefined],
  ])('of %s is %s', (address, href) => {
    expect(mailtoHref(address)).toBe(href)
  })
})

describe('the link of a contact', () => {
  it.each([
    ['https://example.com/rent?unit=1&floor=2', 'https://example.com/rent?unit=1&floor=2'],
    ['tel:+16075550100', 'tel:+16075550100'],
    ['mailto:rent@example.com', 'mailto:rent@example.com'],
    ['mailto:rent@example.com?bcc=spy@evil.example&body=x', 'mailto:rent@example.com'],
    ['MAILTO:rent@example.com', 'mailto:rent@example.com'],
    ['mailto:?bcc=spy@evil.example', undefined],
    ['mailto:rent@example.com%0Abcc:spy@evil.example', undefined],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
  ])('of %s is %s', (contact, href) => {
    expect(contactHref(contact)).toBe(href)
  })
})
