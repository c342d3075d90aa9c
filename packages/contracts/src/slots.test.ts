import * as exported from './slots'

it('lists every slot under the name of its export', () => {
  const names = Object.keys(exported).filter((name) => name.endsWith('Slot'))

  expect(Object.keys(exported.SLOTS).toSorted()).toEqual(names.toSorted())
})
