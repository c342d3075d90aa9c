import { stripVTControlCharacters } from 'node:util'
import { sayStep } from './terminal'

describe('a step of a command', () => {
  const { isTTY } = process.stderr
  const printed = (onTerminal: boolean): string => {
    process.stderr.isTTY = onTerminal
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
    sayStep('starting the services', { done: 0.5, next: 'deploying' })
    const text = write.mock.calls.join('')
    write.mockRestore()
    return stripVTControlCharacters(text)
  }
  afterEach(() => {
    process.stderr.isTTY = isTTY
  })

  it('has a bar and the next step on a terminal, and is a plain line elsewhere', () => {
    expect(printed(true)).toMatch(/^ *\d+\.\d s {2}█{10}░{10} {2}starting the services, next: deploying\n$/)
    expect(printed(false)).toMatch(/^ *\d+\.\d s {2}starting the services\n$/)
  })

  it('says the time since the process began, before which packages may have been installed', () => {
    const expected = (Date.now() - performance.timeOrigin) / 1000
    const said = parseFloat(printed(false))
    expect(said).toBeGreaterThanOrEqual(expected - 0.1)
    expect(said).toBeLessThan(expected + 1)
  })
})
