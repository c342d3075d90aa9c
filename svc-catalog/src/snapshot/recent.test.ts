import { createRecent } from './recent'

describe('the recent results', () => {
  let found: string[] = []
  beforeEach(() => (found = []))

  const find = (name: string) => () => {
    found.push(name)
    return name.toUpperCase()
  }

  it('are found once while they are in use, and again when they were not for long', () => {
    const recent = createRecent<string>(2)

    for (const name of ['a', 'b', 'a', 'c', 'a', 'b'])
      expect(recent.get(name, find(name))).toBe(name.toUpperCase())

    expect(found).toEqual(['a', 'b', 'c', 'b'])
  })

  it('are found anew once all were forgotten', () => {
    const recent = createRecent<string>(2)
    recent.get('a', find('a'))

    recent.forgetAll()
    recent.get('a', find('a'))

    expect(found).toEqual(['a', 'a'])
  })
})
