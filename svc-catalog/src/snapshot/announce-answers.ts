import { answersChanged } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'

const SPACING_MS = 50

/** Tells the gateways that answers of this service changed: at once, but at most once in 50 ms. */
export function announceAnswers(events: Pick<Events, 'publish'>) {
  let timer: NodeJS.Timeout | undefined
  let isWanted = false

  function publish(): void {
    isWanted = false
    timer = setTimeout(finishSpacing, SPACING_MS)
    void events.publish(answersChanged, { service: 'svc-catalog' })
  }

  function finishSpacing(): void {
    timer = undefined
    if (isWanted) publish()
  }

  return {
    announce(): void {
      if (timer) isWanted = true
      else publish()
    },
    close(): void {
      clearTimeout(timer)
    },
  }
}
