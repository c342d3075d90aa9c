import { createTextIndex } from '../src/text-index'

type Row = [name: string, address?: string, company?: string]

const textsOf = ([name, address = '', company = '']: Row) => [name, address, company]

const ALL_FIELDS = [3, 2, 1]

function indexOf(rows: Record<number, Row>) {
  const index = createTextIndex()
  for (const [number, row] of Object.entries(rows)) index.set(Number(number), textsOf(row))
  const find = (typed: string, weights = ALL_FIELDS) => {
    const { numbers, scores } = index.find(typed, weights)
    const matches = numbers.map((number, at) => ({ number, score: scores[at] ?? 0 }))
    return matches.sort((a, b) => b.score - a.score || a.number - b.number).map(({ number }) => number)
  }
  return { index, find }
}

describe('the text index', () => {
  const { find } = indexOf({
    1: ['Gorge View', '12 Stewart Ave'],
    2: ['Gorge View Annex', '14 Stewart Avenue', 'Hillside Homes'],
    10: ['Café Lofts', '301 N. Quarry St'],
    9: ['Maple Court', '12 Maple Rd.'],
    11: ["O'Neil's Corner", '7 Plain Street'],
    12: ['Collegetown Terrace', '112 Valentine Pl'],
    13: ['Иван Дом', 'שדרות רוטשילד 5'],
    14: ['Maple Management'],
  })

  it.each([
    ['a whole name', 'Maple Court', [9]],
    ['the beginning of a word', 'gor', [1, 2]],
    ['one letter', 'q', [10]],
    ['a missing letter', 'Mapl Cort', [9]],
    ['a doubled letter', 'gorrge view anex', [2]],
    ['swapped letters', 'Stewrat', [1, 2]],
    ['swapped letters of a short word', 'mapel cuort', [9]],
    ['several errors', 'collegtown terace', [12]],
    ['errors in both words', 'colegetown terrcae', [12]],
    ['the beginning of a word with an error', 'colegeto', [12]],
    ['a word in two', 'college town terrace', [12]],
    ['words in one', 'collegetownterrace', [12]],
    ['words in one, unfinished', 'collegetownterr', [12]],
    ['another case and accents', 'CAFE lófts', [10]],
    ['full-width letters', 'ｃａｆｅ', [10]],
    ['no apostrophe', 'oneils', [11]],
    ['the long form of an abbreviation', '12 Maple Road', [9]],
    ['the abbreviation of a long form', '7 plain st', [11]],
    ['an unfinished long form', '14 stewart aven', [2]],
    ['an abbreviation that begins another word', '12 st', [1]],
    ['a direction', 'north quarry', [10]],
    ['a house number', '112', [12]],
    ['a house number and a street', '112 valentine', [12]],
    ['words in another order', 'terrace collegetown', [12]],
    ['the same word twice', 'maple maple court', [9]],
    ['words that are not all there', 'maple court ithaca', [9]],
    ['words of which the first is nowhere', 'zeppelin court maple', [9]],
    ['Cyrillic letters', 'иван', [13]],
    ['words from right to left', 'רוטשילד', [13]],
    ["the landlord's name", 'hillside', [2]],
    ['nothing like it', 'zeppelin', []],
    ['a street, but none like it', 'zeppelin street', []],
    ['only punctuation', '?!.*', []],
    ['only emoji', '👍🏽👨‍👩‍👧', []],
    ['a null character', '\0', []],
    ['nothing', '', []],
  ])('finds by %s', (_how, typed, expected) => {
    expect(find(typed)).toEqual(expected)
  })

  describe('of names and addresses as people write them', () => {
    const { find: findWritten } = indexOf({
      1: ['112 2nd Street', '112 2nd St, Ithaca'],
      2: ['St. Andrews House', '5 Saint Andrews Pl, Ithaca'],
      3: ['Elm Extension', '77 Elm St Ext, Ithaca'],
      4: ['O’Connor Hall', '9 Green Trl, Ithaca'],
      5: ['Straße Haus', '10 Øst Xing, Ithaca'],
      6: ['大学城公寓', '11 Fl 3 Bldg B, Ithaca'],
      7: ['A55 Apartments', 'Apt #3B, 12 Ctr St, Ithaca'],
      8: ['The Who House', '13 And St, Ithaca'],
      9: ['Łódź Æther Þing', '5 Third Ave'],
    })

    it.each([
      ['112 second street', 1],
      ['second st', 1],
      ['st andrews', 2],
      ['saint andrews', 2],
      ['77 elm street extension', 3],
      ["o'connor", 4],
      ['oconnor', 4],
      ['o`connor', 4],
      ['green trail', 4],
      ['ost crossing', 5],
      ['strasse haus', 5],
      ['STRAßE', 5],
      ['大学城', 6],
      ['公寓', 6],
      ['11 building b', 6],
      ['building b', 6],
      ['floor 3', 6],
      ['apt 3b', 7],
      ['apartment #3b', 7],
      ['12 center street', 7],
      ['12 centre st', 7],
      ['the who', 8],
      ['lodz aether thing', 9],
      ['5 3rd avenue', 9],
    ])('finds %s first', (typed, first) => {
      expect(findWritten(typed)[0]).toBe(first)
    })
  })

  it('puts the name that was typed before one that begins with it, and a name before an address', () => {
    expect(find('gorge view')).toEqual([1, 2])
    expect(find('maple')).toEqual([9, 14])
    expect(indexOf({ 1: ['Brick House', '5 Elm St'], 2: ['Elm House'] }).find('elm')).toEqual([2, 1])
  })

  it.each(['bramble and finch', 'Bramble & Finch', 'bramble&finch'])(
    'takes "and" and "&" for one word: %s',
    (typed) => {
      const { find } = indexOf({ 1: ['Bramble & Finch'], 2: ['Bramble and Finch'], 3: ['Ridge and Gorge'] })

      expect(find(typed)).toEqual([1, 2])
    },
  )

  it('does not take one house number for another', () => {
    expect(find('13 stewart')).not.toEqual([1])
    expect(find('12 stewart')).toEqual([1])
  })

  it('ignores fields without weight', () => {
    expect(find('hillside', [3, 2, 0])).toEqual([])
  })

  it('reports how loosely its matches match', () => {
    const { index } = indexOf({ 1: ['Maple Court'] })
    const looseness = (typed: string) => index.find(typed, [3]).looseness

    expect(looseness('maple')).toBe(0)
    expect(looseness('maplecourt')).toBeGreaterThan(0)
    expect(looseness('mable cort')).toBeGreaterThan(looseness('maplecourt'))
    expect(looseness('maple zeppelin')).toBeGreaterThan(looseness('mable cort'))
    expect(looseness('zeppelin')).toBe(Infinity)
  })

  it('prefers a whole house number to the beginning of another, wherever the other words are', () => {
    const { find } = indexOf({
      1: ['The Ridge and Gorge Residences', '137 Juniper St'],
      2: ['Who House', '13 And St'],
      3: ['Ivy Building', '111 S. Cayuga St'],
      4: ['大学城公寓', '11 Fl 3 Bldg B, Ithaca'],
    })

    expect(find('13 and street')).toEqual([2, 1])
    expect(find('11 building b')).toEqual([4, 3])
  })

  it('no longer finds what was replaced or removed', () => {
    const { index, find: findChanged } = indexOf({ 1: ['Old Mill'], 2: ['Brick House'] })

    index.set(1, textsOf(['New Mill']))
    index.set(2, undefined)
    index.set(3, undefined)

    expect(findChanged('old')).toEqual([])
    expect(findChanged('new')).toEqual([1])
    expect(findChanged('brick')).toEqual([])
    expect(findChanged('brcik')).toEqual([])
  })
})
