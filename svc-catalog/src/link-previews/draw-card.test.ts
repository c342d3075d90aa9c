import { type Card, drawCard } from './draw-card'

const CARD: Card = {
  title: 'Łódź Café',
  rating: { value: '4.6', reviews: '12 reviews' },
  facts: ['$950 per month'],
  productName: 'Offquad',
  brandColor: '#B31B1B',
  isOverPhoto: false,
}

describe('the card of a link', () => {
  it('has its text as outlines, which need no font', async () => {
    expect(await drawCard(CARD)).not.toContain('<text')
  })

  it('leaves out what is unknown', async () => {
    const { title, productName, brandColor, isOverPhoto } = CARD
    const partsOf = async (card: Card) => (await drawCard(card)).split('<path').length
    const bare = await partsOf({ title, facts: [], productName, brandColor, isOverPhoto })

    expect(await partsOf(CARD)).toBe(bare + 3)
  })

  it('leaves out characters that the font lacks, even all of them', async () => {
    const drawn = await drawCard({ ...CARD, title: ' House\n東京 <5> 😀 é ' })
    expect(drawn).toBe(await drawCard({ ...CARD, title: 'House <5> é' }))
    expect(await drawCard({ ...CARD, title: '東京' })).toBe(await drawCard({ ...CARD, title: '' }))
  })

  it('ends a title of more than two lines in an ellipsis', async () => {
    const drawn = await drawCard({ ...CARD, title: 'W'.repeat(100) })
    expect(drawn).toBe(await drawCard({ ...CARD, title: 'W'.repeat(200) }))
    expect(drawn.length).toBeGreaterThan((await drawCard({ ...CARD, title: 'W'.repeat(14) })).length)
  })
})
