import { MAX_CONTACT_MESSAGE_CHARACTERS } from '@offquad/contracts'
import { type StoredList } from './lists.repository'

/** A text and its author, if known. */
interface Quote {
  text: string
  userId?: string | undefined
}

/** A reported list for administrators: the texts of its members, without their authors. */
export function describeReport(
  { id, name, members, places }: StoredList,
  reason: string,
): { msg: string; quotes: Quote[] } {
  const authors = new Map(members.map((member) => [member.id, member.userId]))
  const texts = [
    ...members.map((member): Quote => ({ text: member.name, userId: member.userId })),
    ...places.flatMap(({ note, opinions }): Quote[] => [
      { text: note },
      ...opinions.map(({ memberId, comment = '' }) => ({ text: comment, userId: authors.get(memberId) })),
    ]),
  ].filter(({ text }) => text !== '')
  const msg = [`Report of the list “${name}” (${id}): ${reason}`, 'Its texts:'].join('\n')
  let room = MAX_CONTACT_MESSAGE_CHARACTERS - msg.length
  const quotes = texts.filter(({ text }) => (room -= text.length + 1) >= 0)
  return { msg, quotes }
}
