import { beginOf, cleanText, countSeen, firstSentences, graphemesOf, isolated, isSeen } from './texts'

describe('a text that people wrote', () => {
  it.each([
    ['\u0000a\u001bb', 'ab'],
    ['a\u200bb\u00adc\ufeff', 'abc'],
    ['A place \u202egro.live moc, and more', 'A place gro.live moc, and more'],
    ['\u2067x\u2069', 'x'],
    [' two\r\nlines\u2028three ', 'two\nlines\nthree'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    [`e${'\u0317'.repeat(30)}x`, `e${'\u0317'.repeat(4)}x`],
    ['Lone \ud800 half', 'Lone \ufffd half'],
    ['می‌خواهم', 'می‌خواهم'],
  ])('%j is stored as %j', (text, stored) => {
    expect(cleanText(text)).toBe(stored)
  })

  it.each([
    ['\u200b'.repeat(30), 0],
    ['\u3164'.repeat(30), 0],
    ['\u2800'.repeat(30), 0],
    ['👩‍👩‍👧 🇨🇦', 3],
    ['H\u0317\u030c\u0352e', 2],
    ['a \u200b  \n b', 3],
    ['房东很好', 4],
  ])('%j has as many characters as are seen', (text, count) => {
    expect(countSeen(text)).toBe(count)
    expect(isSeen(text)).toBe(count > 0)
  })

  it('is cut between characters as people see them', () => {
    expect(beginOf(`${'x '.repeat(249)}x👩‍👩‍👧 and more`, 500)).toBe(`${'x '.repeat(249)}x👩‍👩‍👧`)
    expect(beginOf('👩‍👩‍👧'.repeat(3), 3)).toBe('👩‍👩‍👧'.repeat(3))
  })

  it('has the same characters where it needs no segmenter', () => {
    const plain = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
    const text = plain.join('') + plain.join('\n')
    const segments = new Intl.Segmenter('en').segment(text)
    expect(graphemesOf(text)).toEqual(Array.from(segments, ({ segment }) => segment))
  })

  it('is quoted by the whole sentences that fit', () => {
    expect(firstSentences('Quiet. Warm! Far away.', 14)).toBe('Quiet. Warm!')
    expect(firstSentences('Quiet and warm', 9)).toBe('Quiet and…')
    expect(firstSentences('Quiet.', 9)).toBe('Quiet.')
  })

  it('is counted in time that grows with its length', () => {
    expect(countSeen('é'.repeat(200_000))).toBe(200_000)
    expect(countSeen('👩‍👩‍👧'.repeat(1_000))).toBe(1_000)
    expect(countSeen('🇨🇦'.repeat(1_000))).toBe(1_000)
  })

  it('keeps its direction to itself inside of another text', () => {
    expect([isolated('דירה'), isolated('Ann \u202eLee')]).toEqual(['\u2068דירה\u2069', 'Ann Lee'])
  })
})
