import { answersChanged } from '@offquad/contracts'
import { openEvents } from '../src/events'
import { createLog } from '../src/log'
import { testSettings } from '../src/testing'

const log = createLog('events-test', 'silent')

describe('events', () => {
  it('reach every subscribed process', async () => {
    const settings = testSettings()
    const [first, second, publisher] = ['one', 'two', 'three'].map((name) => openEvents(settings, name, log))
    const received = [first, second].map(
      (events) => new Promise((resolve) => void events?.subscribe(answersChanged, resolve)),
    )
    // Subscribing again waits until the node is registered, so nothing is published too early.
    await Promise.all([first, second].map((events) => events?.subscribe(answersChanged, () => undefined)))

    await publisher?.publish(answersChanged, { service: 'svc-catalog' })

    expect(await Promise.all(received)).toEqual([{ service: 'svc-catalog' }, { service: 'svc-catalog' }])
    await Promise.all([first, second, publisher].map((events) => events?.close()))
  })

  it('of a newer version are treated as missed, so that the listener reads again what has changed', async () => {
    const settings = testSettings()
    const [listener, publisher] = ['one', 'two'].map((name) => openEvents(settings, name, log))
    const received: unknown[] = []
    const missed = new Promise<void>((resolve) => listener?.onGap(resolve))
    await listener?.subscribe(answersChanged, (payload) => void received.push(payload))
    await listener?.subscribe(answersChanged, () => undefined)

    await publisher?.publish({ ...answersChanged, version: 2 }, { service: 'svc-catalog' })

    await missed
    expect(received).toEqual([])
    await Promise.all([listener, publisher].map((events) => events?.close()))
  })

  it('do not hold up whoever publishes while Redis is away', async () => {
    const events = openEvents({ ...testSettings(), REDIS_URL: 'redis://127.0.0.1:9' }, 'one', log)

    await events.publish(answersChanged, { service: 'svc-catalog' })

    await events.close()
  })
})
