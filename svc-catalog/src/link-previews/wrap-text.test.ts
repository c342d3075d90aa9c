import { wrapText } from './wrap-text'

const widthOf = (text: string) => text.length

describe('wrapping text', () => {
  it.each([
    ['one line', 'one two', ['one two']],
    ['lines of whole words', 'one two three', ['one two', 'three']],
    ['an ellipsis for what does not fit', 'one two three four five', ['one two', 'three…']],
    ['pieces of words that are wider than a line', 'abcdefghij', ['abcdefgh', 'ij']],
    ['nothing of nothing', '', []],
  ])('gives %s', (_, text, lines) => {
    expect(wrapText(text, { width: 8, lines: 2 }, widthOf)).toEqual(lines)
  })
})
