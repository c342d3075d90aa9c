import { answersChanged, type ServiceName } from '@offquad/contracts'
import { type Events } from './events'

const SPACING_MS = 50

export interface AnswersAnnouncement {
  announce(): void
  close(): void
}

/** Tells the gateways that public answers of a service changed: at once, but at most once in 50 ms. */
export function announceAnswers(events: Pick<Events, 'publish'>, service: ServiceName): AnswersAnnouncement {
  let timer: NodeJS.Timeout | undefined
  let isWanted = false

  function publish(): void {
    isWanted = false
    timer = setTimeout(finishSpacing, SPACING_MS)
    void events.publish(answersChanged, { service })
  }

  function finishSpacing(): void {
    timer = undefined
    if (isWanted) publish()
  }

  return {
    announce() {
      if (timer) isWanted = true
      else publish()
    },
    close() {
      clearTimeout(timer)
    },
  }
}
