import { withoutBareStarters } from './starters'

describe('beginnings of a review', () => {
  it.each([
    ['nothing was written after', 'Quiet.\nHeating: \nNoise:\n', 'Quiet.\n'],
    ['something was written after', 'Heating: poor', 'Heating: poor'],
    ['the text goes on after below', 'Heating:\n\npoor\nBills: ', 'Heating:\n\npoor'],
  ])('that %s', (_, text, sent) => {
    expect(withoutBareStarters(text)).toBe(sent)
  })
})
