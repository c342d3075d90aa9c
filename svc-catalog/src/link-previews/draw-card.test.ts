import { type Card, drawCard } from './draw-card'
import { loadTextOutlines, type TextOutlines } from './text-outlines'

const CARD: Card = {
  title: 'Łódź Café',
  rating: { value: '4.6', reviews: '12 reviews' },
  facts: ['$950 per month'],
  productName: 'Offquad',
  brandColor: '#B31B1B',
  isOverPhoto: false,
}

let text: TextOutlines
beforeAll(async () => {
  text = await loadTextOutlines()
})

describe('the card of a link', () => {
  it('has its text as outlines, which need no font', () => {
    const card = drawCard(CARD, text)

    expect(card).not.toContain('<text')
    expect(card).toContain(
      text.outline('Łódź Café', { x: 72, y: 630 - 72 - 54 - 74 }, { size: 84, weight: 700 }),
    )
  })

  it('leaves out what is unknown', () => {
    const { title, productName, brandColor, isOverPhoto } = CARD
    const paths = (card: Card) => drawCard(card, text).split('<path').length

    expect(paths(CARD) - paths({ title, facts: [], productName, brandColor, isOverPhoto })).toBe(4)
  })

  it('leaves out characters that the font lacks, even all of them', () => {
    expect(text.drawable(' House\n東京 <5> 😀 é ')).toBe('House <5> é')
    for (const title of ['東京', `東京 ${'W'.repeat(100)} שלום`])
      expect(() => drawCard({ ...CARD, title }, text)).not.toThrow()
  })
})
