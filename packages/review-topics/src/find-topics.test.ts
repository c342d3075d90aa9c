import { findMentions, findTopics } from './find-topics'

/** "+heat[It stayed warm]": what is found, with its passage. */
const mentions = (text: string) =>
  findMentions(text).map(
    ({ topic, opinion, start, end }) =>
      `${opinion === 'praised' ? '+' : '-'}${topic}[${text.slice(start, end)}]`,
  )

describe('what a review says of a topic', () => {
  it.each([
    ['The heating is great.', ['+heat[heating is great]']],
    ['The heating is not great.', ['-heat[heating is not great]']],
    ['It is drafty.', ['-heat[drafty]']],
    ['It was never drafty or cold.', ['+heat[never drafty]', '+heat[never drafty or cold]']],
    ['There is no parking.', ['-parking[no parking]']],
    ['No problems with parking.', ['+parking[No problems with parking]']],
    ['No mice.', ['+pests[No mice]']],
    ['Mice were never a problem.', ['+pests[Mice were never a problem]']],
    ['I never had to wait for a hot shower.', ['+water[hot shower]']],
  ])('is found with its negation in "%s"', (text, expected) => {
    expect(mentions(text)).toEqual(expected)
  })

  it.each([
    ['Great light, but the wifi is terrible.', ['+light[Great light]', '-internet[wifi is terrible]']],
    ['The kitchen and the laundry are fantastic.', ['+kitchen[kitchen]', '+laundry[laundry are fantastic]']],
    ['The dryer is old, loud and useless.', ['-noise[loud]', '-laundry[dryer]']],
    ['The oven works and the fridge is broken.', ['+kitchen[oven works]', '-kitchen[fridge is broken]']],
  ])('is not confused with what it says about others in "%s"', (text, expected) => {
    expect(mentions(text).toSorted()).toEqual(expected.toSorted())
  })

  it.each([
    ['They fixed the heat within a day.', ['+maintenance']],
    ['Our fridge broke in May, but they replaced it within a day.', ['+maintenance']],
    ['It took three weeks to get someone to look at the broken stove.', ['-maintenance']],
    ['The stove broke twice.', ['-kitchen']],
    ['The stove broke. Maintenance is quick.', ['+maintenance', '-kitchen']],
    ['Maintenance requests were answered the same day.', ['+maintenance']],
    ['Maintenance was always quick to respond.', ['+maintenance']],
  ])('is about maintenance when the sentence is about a repair: "%s"', (text, expected) => {
    const { praised, criticised } = findTopics(text)

    expect([...praised.map((topic) => `+${topic}`), ...criticised.map((topic) => `-${topic}`)]).toEqual(
      expected,
    )
  })

  it.each([
    ['I could not be happier with the heating.', ['heat']],
    ['Communication with the landlord couldn’t be easier.', ['replies']],
    ['The laundry could not be more convenient.', ['laundry']],
    ['I was worried about mice, but there were none.', ['pests']],
    ['We expected noise, though there never was any.', ['noise']],
  ])('is praise in "%s"', (text, praised) => {
    expect(findTopics(text)).toEqual({ praised, criticised: [] })
  })

  it('stays a complaint without a worry before it, and when another sentence denies something', () => {
    expect(findTopics('There were mice, but nobody cared.').criticised).toContain('pests')
    expect(findTopics('I was worried about the mice. There were none of my friends.').criticised).toContain(
      'pests',
    )
  })

  it.each([
    'Heat is included in the rent.',
    'The laundry is in the basement.',
    'The light blue house next to the parking garage entrance of the hospital.',
    'Great location.',
    '',
    '🏠🏠🏠',
  ])('is nothing in "%s"', (text) => {
    expect(mentions(text)).toEqual([])
  })

  it('names each topic once, and with both opinions where there are two', () => {
    expect(findTopics('Quiet street. Quiet house. Loud neighbors!')).toEqual({
      praised: ['noise'],
      criticised: ['noise', 'neighbours'],
    })
  })

  it('is found in long texts without punctuation', () => {
    // This would take minutes if clauses were as long as the text.
    expect(findTopics('not good heat '.repeat(20_000)).criticised).toEqual(['heat'])
  })
})
