// One recipient and nothing else: "?", "&" and "%" would add copies, subjects and texts, "," and ";" more recipients.
const EMAIL_ADDRESS = /^([^\s@/?&%#:;,<>"()[\]\\]+)@([\p{L}\p{N}.-]+\.\p{L}{2,})$/u

/**
 * A link that writes to one e-mail address. Every `mailto:` of the site comes from here.
 * @returns undefined for anything but a plain address
 */
export function mailtoHref(address: string): string | undefined {
  const [, name, domain] = EMAIL_ADDRESS.exec(address) ?? []
  return name && domain ? `mailto:${encodeURIComponent(name)}@${domain}` : undefined
}

/**
 * The link of a stored contact: a site, a telephone number, or an e-mail address without parameters.
 * @returns undefined for a link of any other kind, such as `javascript:`
 */
export function contactHref(contact: string): string | undefined {
  if (/^https?:\/\//i.test(contact)) return URL.canParse(contact) ? contact : undefined
  if (/^tel:\+?[\d().-]+$/i.test(contact)) return contact
  const [, address] = /^mailto:([^?]+)/i.exec(contact) ?? []
  return address === undefined ? undefined : mailtoHref(address)
}
