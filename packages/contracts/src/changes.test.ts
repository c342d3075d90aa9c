import { formatChanges, parseChanges, resourceOf } from './changes'

describe('the changes of a write', () => {
  it.each(['10', 'a/b,c;d e', 'ä@1'])('name apartment %s with and without a version', (id) => {
    const changes = [
      { resource: resourceOf('apartment', id), version: 17 },
      { resource: resourceOf('landlord', id) },
    ]

    expect(parseChanges(formatChanges(changes))).toEqual(changes)
  })

  it.each(['', 'apartment', 'apartment/', 'apartment/1/2', 'apartment/1@x', ';', 'Apartment/1'])(
    'are not named by "%s"',
    (header) => {
      expect(parseChanges(header)).toEqual([])
    },
  )
})
