import { createTextIndex, type IndexedText } from './text-index'

const text = (id: string, name: string, changes: Partial<IndexedText> = {}): IndexedText => ({
  ...{ label: 'APARTMENT', id, name, address: '', company: '' },
  ...changes,
})

function indexOf(...texts: IndexedText[]) {
  const index = createTextIndex()
  for (const one of texts) index.set(one)
  return {
    index,
    find: (typed: string) => index.match(typed, ['name', 'address', 'company']).map(({ id }) => id),
  }
}

describe('the text index', () => {
  const { find } = indexOf(
    text('1', 'Gorge View', { address: '12 Stewart Ave' }),
    text('2', 'Gorge View Annex', { address: '14 Stewart Avenue', company: 'Hillside Homes' }),
    text('10', 'Café Lofts', { address: '301 N. Quarry St' }),
    text('9', 'Maple Court', { address: '12 Maple Rd.' }),
    text('11', "O'Neil's Corner", { address: '7 Plain Street' }),
    text('L', 'Maple Management', { label: 'LANDLORD' }),
  )

  it.each([
    ['a whole name', 'Maple Court', ['9']],
    ['the beginning of a word', 'gor', ['1', '2']],
    ['a missing letter', 'Mapl Cort', ['9']],
    ['a doubled letter', 'gorrge view anex', ['2']],
    ['swapped letters', 'Stewrat', ['1', '2']],
    ['another case and accents', 'CAFE lófts', ['10']],
    ['no apostrophe', 'oneils', ['11']],
    ['the long form of an abbreviation', '12 Maple Road', ['9']],
    ['the abbreviation of a long form', '7 plain st', ['11']],
    ['an unfinished long form', '14 stewart aven', ['2']],
    ['an abbreviation that begins another word', '12 st', ['1']],
    ['a direction', 'north quarry', ['10']],
    ['words that are not all there', 'maple court ithaca', ['9']],
    ["the landlord's name", 'hillside', ['2']],
    ['nothing like it', 'zeppelin', []],
    ['only punctuation', '?!.*', []],
    ['nothing', '', []],
  ])('finds by %s', (_how, typed, expected) => {
    expect(find(typed)).toEqual(expected)
  })

  it('puts the name that was typed before one that begins with it', () => {
    expect(find('gorge view')).toEqual(['1', '2'])
  })

  it('does not take one house number for another', () => {
    expect(find('13 stewart')).not.toEqual(['1'])
    expect(find('12 stewart')).toEqual(['1'])
  })

  it('orders equal matches by id', () => {
    const { find: findEqual } = indexOf(text('10', 'Twin'), text('2', 'Twin'), text('1', 'Twin'))

    expect(findEqual('twin')).toEqual(['1', '2', '10'])
  })

  it('forgets what was replaced or removed', () => {
    const { index, find: findChanged } = indexOf(text('1', 'Old Mill'), text('2', 'Brick House'))

    index.set(text('1', 'New Mill'))
    index.remove('APARTMENT', '2')
    index.remove('APARTMENT', 'never there')

    expect(findChanged('old')).toEqual([])
    expect(findChanged('new')).toEqual(['1'])
    expect(findChanged('brick')).toEqual([])
  })

  it('finds only what has the asked label', () => {
    const { index } = indexOf(text('1', 'Maple Court'), text('1', 'Maple', { label: 'LANDLORD' }))

    expect(index.match('maple', ['name'], 'APARTMENT')).toMatchObject([{ id: '1', name: 'Maple Court' }])
  })

  it('stays usable while thousands of texts change', () => {
    const { index, find: findMany } = indexOf()
    for (let round = 0; round < 3; round += 1)
      for (let id = 0; id < 1000; id += 1) index.set(text(String(id), `House ${id} of round${round}`))

    expect(findMany('round1')).toEqual([])
    expect(findMany('round2')).toHaveLength(1000)
  })
})
