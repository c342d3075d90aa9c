import * as exported from './slots'

it('are all in the list of slots, under their names', () => {
  const names = Object.keys(exported).filter((name) => name.endsWith('Slot'))

  expect(Object.keys(exported.SLOTS).toSorted()).toEqual(names.toSorted())
})
